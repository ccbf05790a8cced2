"""The client is built on types made from the server's OpenAPI: both must speak of the same server."""

import json
from pathlib import Path

from ferrovia.server.app import create_app
from ferrovia.server.settings import Settings
from support.golden import Golden

OPENAPI = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_client_knows_the_server(golden: Golden, tmp_path: Path) -> None:
    """web/openapi.json is what the server says; after `pytest --rewrite` make the types anew: `npm run types`."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/games.db"))
    told = json.dumps(app.openapi_schema.to_schema(), indent=1, ensure_ascii=False, sort_keys=True)
    golden.check(OPENAPI, told + "\n")
