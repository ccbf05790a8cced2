"""Reading a title's data files into checked, frozen models."""

import json
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

M = TypeVar("M", bound=BaseModel)


class Data(BaseModel):
    """Printed material: cannot be changed, knows no unknown field."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


def data_folder(package: str) -> Traversable:
    return files(package) / "data"


def load(file: Traversable, model: type[M]) -> M:
    """A TOML file written by people or a JSON file written by a tool, as a checked value."""
    text = file.read_text("utf-8")
    return model.model_validate(tomllib.loads(text) if file.name.endswith(".toml") else json.loads(text))
