"""The words for keys, in English and Spanish."""

from ferrovia.text.catalogue import LANGUAGES
from ferrovia.text.words import Words

__all__ = ["LANGUAGES", "Words"]
