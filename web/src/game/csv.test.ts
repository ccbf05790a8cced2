import { expect, it } from "vitest";
import { csvOf } from "./csv";

it("quotes what needs it and keeps formulas text", () => {
  expect(csvOf([["a", 1], ["x, y", 'say "no"'], ["=1+1", -5], ["\t=1+1", "-2"]])).toBe(
    "a,1\r\n\"x, y\",\"say \"\"no\"\"\"\r\n'=1+1,-5\r\n'\t=1+1,'-2\r\n",
  );
});
