"""1824: Austria-Hungary, with Cisleithania and Good Times."""
