"""The least a server can do with a move: read it, append it durably, answer. No engine, no session, no view.

The same framework, the same one writer and the same database as the real server: what the rest costs is the difference.
"""

import os
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
import uvicorn
from litestar import Litestar, get, post
from litestar.params import FromPath, JSONBody

from ferrovia.server.database import Bulk, Database

TABLE = sa.Table("log", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("text", sa.Text))
APPEND = sa.insert(TABLE)

database = Database(os.environ["FERROVIA_DATABASE"])


class Move(msgspec.Struct):
    seq: int
    action: dict[str, Any]


def append(connection: sa.Connection, lines: Sequence[str]) -> None:
    connection.execute(APPEND, [{"text": line} for line in lines])


APPENDING = Bulk(append)


@post("/api/games/{game:str}/actions", status_code=200)
async def act(game: FromPath[str], data: JSONBody[Move]) -> dict[str, int]:
    await database.store(APPENDING, msgspec.json.encode(data).decode())
    return {"seq": data.seq + 1}


@get("/healthz")
async def healthz() -> str:
    return "ok"


if __name__ == "__main__":
    with database.writing.begin() as connection:
        TABLE.create(connection)
    app = Litestar([act, healthz], openapi_config=None)
    uvicorn.run(app, port=int(os.environ["FERROVIA_PORT"]), log_level="error", access_log=False)
