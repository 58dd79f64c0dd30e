"""Runs uv with pip's settings: index, mirrors, certificates, proxy.

    python scripts/uv_with_pip_settings.py UV ARGUMENT...

Whoever fetches packages from a mirror has told pip so, in a file or in the environment. What is
said to uv itself (UV_DEFAULT_INDEX and so on) comes first. Only the standard library is used: it
runs before anything is installed.
"""

import configparser
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

# An option of pip, and the variable that tells uv the same.
SAME = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
    "proxy": "ALL_PROXY",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "no-index": "UV_NO_INDEX",
}
SEPARATORS = {"UV_FIND_LINKS": ","}  # pip separates by spaces and lines, uv mostly by spaces


def config_files(environ: Mapping[str, str]) -> Iterator[Path]:
    """pip's configuration files; a later one wins."""
    own = environ.get("PIP_CONFIG_FILE")
    if own == os.devnull:
        return
    home = Path(environ.get("HOME", "~")).expanduser()
    yield from (Path("/etc/xdg/pip/pip.conf"), Path("/etc/pip.conf"))
    yield Path("/Library/Application Support/pip/pip.conf")
    yield home / ".pip" / "pip.conf"
    yield Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip" / "pip.conf"
    yield home / "Library" / "Application Support" / "pip" / "pip.conf"
    if own:
        yield Path(own)


def pip_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """What pip would use for `pip install`: [global], then [install], then PIP_… variables."""
    files = configparser.RawConfigParser(strict=False)
    files.read(config_files(environ), encoding="utf-8")
    found: dict[str, str] = {}
    for section in ("global", "install"):
        if files.has_section(section):
            found |= {name.replace("_", "-"): value for name, value in files.items(section)}
    for name, value in environ.items():
        if name.startswith("PIP_"):
            found[name.removeprefix("PIP_").lower().replace("_", "-")] = value
    return {name: value for name, value in found.items() if value.strip()}


def uv_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment, with what pip is told said to uv too."""
    told = dict(environ)
    for option, value in pip_settings(environ).items():
        if option in SAME:
            variable = SAME[option]
            told.setdefault(variable, SEPARATORS.get(variable, " ").join(value.split()))
    # pip takes a package from any index; every file has its hash in the lock, so that is safe.
    told.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")
    return told


def main() -> None:
    os.execvpe(sys.argv[1], sys.argv[1:], uv_environment(os.environ))


if __name__ == "__main__":
    main()
