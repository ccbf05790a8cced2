"""What we recommend for running a server is tried: nginx, systemd, the container, the list of parts."""

import configparser
import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

from ferrovia.cli import app
from ferrovia.server.settings import Settings
from support.servers import ENDS, PATIENCE, Following, Nginx, Person, a_server, eventually, free_port

ROOT = Path(__file__).parents[2]

# --------------------------------------------------------------------------------------------------------------- nginx


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """A server behind the example for nginx, as it would stand on the internet."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    settings = Settings(
        database=f"sqlite:///{folder}/games.db",
        bot_processes=0,
        address=f"https://localhost:{port}",
        trusted_proxies="127.0.0.1",
        lines_per_address=3,
    )
    with a_server(settings) as address, Nginx.before([address], folder, port) as front:
        yield front


def somebody(nginx: Nginx, name: str | None = None) -> Person:
    return Person(nginx.address, name, verify=ssl.create_default_context(cafile=str(nginx.folder / "certificate.pem")))


def plainly(nginx: Nginx, path: str) -> httpx2.Response:
    """Without TLS."""
    port = re.search(r"listen 127\.0\.0\.1:(\d+);", (nginx.folder / "site.conf").read_text())
    assert port is not None
    return httpx2.get(f"http://localhost:{port[1]}{path}", follow_redirects=False)


def test_people_play_through_nginx_and_live_updates_come_at_once(nginx: Nginx) -> None:
    ana = somebody(nginx, "Ana")
    game = ana.hotseat(public=True)
    line = Following(somebody(nginx), game)
    line.wait_for("update")
    for _ in range(3):  # each piece is here before the next is made: nothing is held back
        seen = len(line.of("update"))
        moved = ana.take(game)
        line.wait_for("update", seen + 1)
        assert line.seqs()[-1] == moved["seq"]
    line.close()
    cookies = {cookie.name: cookie for cookie in ana.client.cookies.jar}
    assert set(cookies) == {"__Host-session", "__Host-csrftoken"}
    assert all(cookie.secure for cookie in cookies.values())
    page = ana.get("/")
    assert (page.status_code, page.headers["strict-transport-security"]) == (200, "max-age=31536000")


def test_no_invitation_reaches_the_log_of_nginx(nginx: Nginx) -> None:
    """It is in the address of a page, which is what nginx usually logs."""
    ana = somebody(nginx, "Ana")
    made = ana.new_game({"kind": "open"}, public=False)
    secret = made["invite"]
    assert ana.get(f"/join/{made['id']}/{secret}").status_code == 200
    assert somebody(nginx).get(f"/api/games/{made['id']}", invite=secret).status_code == 200
    assert plainly(nginx, f"/join/{made['id']}/{secret}").status_code == 301
    logged = eventually(lambda: (text := (nginx.folder / "access.log").read_text()).count(made["id"]) >= 3 and text)
    assert f'"GET /join/{made["id"]}/-" 200' in logged
    assert f'"GET /join/{made["id"]}/-" 301' in logged
    assert f'"GET /api/games/{made["id"]}" 200' in logged
    assert secret not in logged


def test_nobody_can_name_another_address_through_nginx(nginx: Nginx) -> None:
    """Lines are counted by what nginx sees, whatever a client says about itself."""
    ana = somebody(nginx, "Eva")
    game = ana.hotseat(public=True)
    lines: list[Following] = []
    for n in range(4):
        liar = somebody(nginx)
        liar.client.headers["x-forwarded-for"] = f"198.51.100.{n}"
        lines.append(Following(liar, game))
    codes = [line.response.status_code for line in lines]
    assert (codes[0], codes[-1]) == (200, 429)
    for line in lines:
        line.close()


def test_plain_http_leads_to_https(nginx: Nginx) -> None:
    answer = plainly(nginx, "/games/x")
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/games/x")


# ------------------------------------------------------------------------------------------------------------- systemd


@pytest.mark.parametrize("name", ["ferrovia.service", "ferrovia-bots.service"])
def test_a_unit_starts_a_command_that_there_is(name: str) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "deploy" / name, "utf-8")
    program, command, option, file = unit["Service"]["ExecStart"].split()
    assert (program, option, file) == ("/opt/ferrovia/bin/ferrovia", "--settings", "/etc/ferrovia.toml")
    helped = CliRunner().invoke(app, [command, "--help"])
    assert (helped.exit_code, "--settings" in helped.output) == (0, True)
    assert (unit["Service"]["DynamicUser"], unit["Service"]["NoNewPrivileges"]) == ("yes", "yes")


@pytest.mark.parametrize("name", ["ferrovia.service", "ferrovia-bots.service"])
def test_systemd_understands_a_unit(name: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is missing: units are only read")
    there = tmp_path / name
    there.write_text((ROOT / "deploy" / name).read_text("utf-8").replace("/opt/ferrovia/bin/ferrovia", "/bin/true"))
    done = subprocess.run([analyze, "verify", str(there)], capture_output=True, text=True, check=False)
    assert name not in done.stderr, done.stderr


# ----------------------------------------------------------------------------------------------------------- container


ignored = shutil.ignore_patterns("__pycache__", "static")
"""What `.containerignore` keeps out of the folder `src`."""


def instructions() -> list[tuple[str, str]]:
    """The steps of the Containerfile."""
    text = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text("utf-8"), flags=re.M))
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in text.splitlines() if line]


def test_all_that_the_container_copies_is_there() -> None:
    stages = {rest.split()[-1] for word, rest in instructions() if word == "FROM" and " AS " in rest}
    for word, rest in instructions():
        parts = rest.split()
        if word == "COPY" and not parts[0].startswith("--from="):
            for source in parts[:-1]:
                assert (ROOT / source).exists() or (ROOT / "web" / source).exists(), source
        elif word == "COPY":
            assert parts[0].removeprefix("--from=") in stages


def test_the_container_installs_only_what_is_locked(tmp_path: Path) -> None:
    """Its own step makes the list of versions; everything that the server needs is on it."""
    steps = [rest for word, rest in instructions() if word == "RUN" and "constraints.txt" in rest]
    assert len(steps) == 2
    making = steps[0].partition(" && ")[0].replace("/tmp/constraints.txt", str(tmp_path / "constraints.txt"))
    subprocess.run(making, shell=True, cwd=ROOT, check=True)
    lines = [line.partition("#")[0].strip() for line in (tmp_path / "constraints.txt").read_text().splitlines()]
    pinned = {canonicalize_name(Requirement(line).name) for line in lines if line}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"], "hatchling"]
    assert {canonicalize_name(Requirement(text).name) for text in wanted} <= pinned


def stages() -> list[list[tuple[str, str]]]:
    """The steps of each stage: the client, the wheel, the program."""
    found: list[list[tuple[str, str]]] = []
    for word, rest in instructions():
        if word == "FROM":
            found.append([])
        else:
            found[-1].append((word, rest))
    return found


def wheel_of_the_container(folder: Path) -> Path:
    """What its second stage makes, step by step but for the download, of nothing but what is copied."""
    stage = stages()[1]
    for word, rest in stage:
        *sources, target = rest.split()
        place = folder / "build" / target
        if word == "COPY" and sources[0].startswith("--from="):
            place.mkdir(parents=True)
            (place / "index.html").write_text("<!doctype html>")
        elif word == "COPY":
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, place, ignore=ignored)
                else:
                    place.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / source, place)
    making = next(rest for word, rest in stage if word == "RUN").rpartition(" && ")[2]
    command = shlex.split(making.replace("/wheels", str(folder / "wheels")))
    assert command[:2] == ["pip", "wheel"]
    subprocess.run([sys.executable, "-m", *command], cwd=folder / "build", capture_output=True, check=True)
    (wheel,) = (folder / "wheels").iterdir()
    return wheel


def test_the_container_makes_a_whole_wheel_of_what_it_copies(tmp_path: Path) -> None:
    """A program with all its data and the built client."""
    wheel = wheel_of_the_container(tmp_path)
    with zipfile.ZipFile(wheel) as packed:
        there = set(packed.namelist())
        commands = next(packed.read(name).decode() for name in there if name.endswith("entry_points.txt"))
    source = tmp_path / "build" / "src"
    assert {str(file.relative_to(source)) for file in source.rglob("*") if file.is_file()} <= there
    assert {"ferrovia/server/static/index.html", "ferrovia/server/migrations/env.py"} <= there
    assert "ferrovia = " in commands


def test_the_container_runs_what_the_program_knows() -> None:
    found = dict(instructions())
    assert (json.loads(found["ENTRYPOINT"]), json.loads(found["CMD"])) == (["ferrovia"], ["serve"])
    assert found["USER"] == "ferrovia"
    variables = [pair.partition("=")[0] for pair in shlex.split(found["ENV"])]
    for name in variables:
        assert name == "XDG_DATA_HOME" or name.removeprefix("FERROVIA_").lower() in Settings.__slots__


def test_the_container_is_well_when_its_server_is(tmp_path: Path) -> None:
    check = json.loads(dict(instructions())["HEALTHCHECK"].partition("CMD ")[2])
    port = free_port()
    command = [sys.executable, *(part.replace("127.0.0.1:8000", f"127.0.0.1:{port}") for part in check[1:])]
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        command = [part.replace(f"127.0.0.1:{port}", address.removeprefix("http://")) for part in command]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def nobody_in_particular() -> dict[str, Any]:
    """To run a process without any rights: as its own user has none either, root becomes nobody."""
    return {"user": 65_534, "group": 65_534, "extra_groups": []} if os.geteuid() == 0 else {}


def a_python() -> str:
    """One that a user without rights can run: that of the tests may lie in somebody's home."""
    for found in (str(Path(sys.executable).resolve()), "/usr/bin/python3", "/usr/local/bin/python3"):
        new_enough = [found, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        with suppress(OSError):
            if subprocess.run(new_enough, cwd="/", check=False, **nobody_in_particular()).returncode == 0:
                return found
    pytest.skip("no Python here that a user without rights can run")


@pytest.mark.long
def test_the_container_starts_from_what_it_installs() -> None:
    """Its third stage: the wheel and what the lock allows are installed where nothing else is, and a user without
    rights starts it with the image's environment alone. It is well, plays, keeps its games in /data, ends when told to.
    """
    steps = stages()[2]
    words = dict(steps)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        wheel = wheel_of_the_container(folder)
        python = a_python()
        uv = str(Path(sys.executable).parent / "uv")
        subprocess.run([uv, "venv", "--quiet", "--seed", "--python", python, str(folder / "usr")], check=True)
        shutil.copy(ROOT / "requirements.lock", folder / "requirements.lock")
        install, adding = re.split(r" && (?=useradd )", words["RUN"])
        for there, here in {"/tmp/": f"{folder}/", "/wheels": str(wheel.parent)}.items():
            install = install.replace(there, here)
        path = f"{folder / 'usr' / 'bin'}:/usr/bin:/bin"
        done = subprocess.run(
            ["sh", "-ec", install], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        assert not wheel.parent.exists()  # nothing is left behind
        assert shlex.split(adding)[-1] == words["USER"]

        data, port = folder / "data", free_port()
        data.mkdir()
        if os.geteuid() == 0:
            os.chown(data, 65_534, 65_534)
        image = dict(pair.split("=", 1) for pair in shlex.split(words["ENV"].replace("/data", str(data))))
        only_here = {"PATH": path, "HOME": str(data), "FERROVIA_PORT": str(port), "FERROVIA_HOST": "127.0.0.1"}
        command = [*json.loads(words["ENTRYPOINT"]), *json.loads(words["CMD"])]
        started: dict[str, Any] = {"cwd": "/", "env": {**image, **only_here}, **nobody_in_particular()}
        with (folder / "log").open("wb") as log:
            program = str(folder / "usr" / "bin" / command[0])
            server = subprocess.Popen([program, *command[1:]], stdout=log, stderr=log, **started)
        stack.callback(server.kill)
        health = json.loads(words["HEALTHCHECK"].partition("CMD ")[2])
        look = [str(folder / "usr" / "bin" / health[0]), *(part.replace(":8000/", f":{port}/") for part in health[1:])]

        def is_well() -> bool:
            assert server.poll() is None, (folder / "log").read_text()
            return subprocess.run(look, capture_output=True, check=False, **started).returncode == 0

        eventually(is_well)
        ana = Person(f"http://127.0.0.1:{port}", "Ana")
        assert ana.take(ana.hotseat())["seq"] == 1
        assert ana.get("/").status_code == 200
        assert (data / "ferrovia" / "ferrovia.db").exists()
        assert words["STOPSIGNAL"] == "SIGTERM"
        begun = time.monotonic()
        server.terminate()
        server.wait(PATIENCE)
        assert time.monotonic() - begun < ENDS
        assert "Traceback" not in (folder / "log").read_text()


@pytest.mark.long
def test_the_container_is_built_where_there_is_an_engine() -> None:
    engine = shutil.which("podman") or shutil.which("docker")
    if engine is None or subprocess.run([engine, "info"], capture_output=True, check=False).returncode:
        pytest.skip("no container engine runs here: only the steps are checked")
    done = subprocess.run([engine, "build", "-f", "Containerfile", "-t", "ferrovia-test", "."], cwd=ROOT, check=False)
    assert done.returncode == 0


# ------------------------------------------------------------------------------------------------------- list of parts


def test_a_release_lists_what_a_server_is_made_of(tmp_path: Path) -> None:
    """By the commands of `make release`: every part with version and hashes, and nothing that only tests need."""
    lock = tmp_path / "requirements.txt"
    tool = [sys.executable, str(ROOT / "tools" / "server_lock.py")]
    lock.write_text(subprocess.run(tool, capture_output=True, text=True, check=True).stdout)
    told = tmp_path / "ferrovia.cdx.json"
    making = ["requirements", str(lock), "--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible"]
    subprocess.run(
        [str(Path(sys.executable).parent / "cyclonedx-py"), *making, "--of", "JSON", "-o", str(told)],
        capture_output=True,
        check=True,
    )
    sbom = json.loads(told.read_text())
    assert (sbom["bomFormat"], sbom["metadata"]["component"]["name"]) == ("CycloneDX", "ferrovia")
    parts = {part["name"]: part for part in sbom["components"]}
    assert {"litestar", "procrastinate", "psycopg-binary", "pydantic-core", "redis", "uvicorn"} <= parts.keys()
    assert not {"pytest", "ruff", "playwright", "ortools"} & parts.keys()
    assert all(part["version"] for part in parts.values())
