"""`python -m ferrovia.server`: the server without the rest of the program."""

import argparse
import sys

from ferrovia.server.run import serve, work_for_bots
from ferrovia.server.settings import BadSettings


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ferrovia.server", description=__doc__)
    parser.add_argument("--database", help="sqlite:///path or postgresql+psycopg://user@host/name")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--workers", type=int)
    parser.add_argument(
        "--bots", action="store_true", help="let bots answer, beside servers with FERROVIA_BOTS=workers"
    )
    parser.add_argument("--settings", dest="settings_file", help="a TOML file")
    try:
        chosen = vars(parser.parse_args())
        if chosen.pop("bots"):
            work_for_bots(database=chosen["database"], settings_file=chosen["settings_file"])
        else:
            serve(**chosen)
    except BadSettings as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
