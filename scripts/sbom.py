"""Writes deploy/sbom.cdx.json: a CycloneDX bill of what a server runs with and what its page is
built from, with versions, hashes and licences, from the locks. `make lock` runs it.

    .venv/bin/python scripts/sbom.py
"""

import base64
import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "deploy" / "sbom.cdx.json"
# Of packages for other systems than the one on which this runs, or whose licence is only a file.
KNOWN = {"colorama": "BSD-3-Clause", "resvg-py": "MIT", "tzdata": "Apache-2.0"}
CLASSIFIER = "License :: OSI Approved :: "
# What classifiers say, as SPDX writes it.
SPDX = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ISC License (ISCL)": "ISC",
    "Python Software Foundation License": "PSF-2.0",
}


def python_packages(lock: str) -> list[dict[str, Any]]:
    found = []
    for line, hashes in re.findall(r"^(\S+==[^\n]*)\n((?:    --hash=.*\n)*)", lock, re.M):
        name, _, rest = line.partition("==")
        version = rest.split()[0]
        sums = re.findall(r"sha256:([0-9a-f]{64})", hashes)
        found.append(
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "licenses": [{"expression": python_licence(name)}],
                # One for each file of this version: the one that is installed is among them.
                "properties": [{"name": "sha256", "value": each} for each in sums],
            }
        )
    return found


def python_licence(name: str) -> str:
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return KNOWN.get(name, "NOASSERTION")
    if expression := about.get("License-Expression"):
        return str(expression)
    names = [
        each.removeprefix(CLASSIFIER).strip()
        for each in about.get_all("Classifier") or []
        if each.startswith(CLASSIFIER)
    ]
    if names:
        return " OR ".join(sorted({SPDX.get(each, each) for each in names}))
    first = (about.get("License") or "").strip().splitlines()
    return first[0][:60] if first else KNOWN.get(name, "NOASSERTION")


def page_packages(lock: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page is made of and made with; packages for testing it are left out."""
    found = []
    for path, about in lock["packages"].items():
        if not path or about.get("dev"):
            continue
        name, version = path.rpartition("node_modules/")[2], about["version"]
        component = {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}",
            "licenses": [{"expression": about.get("license", "NOASSERTION")}],
        }
        kind, _, digest = about.get("integrity", "").partition("-")
        if kind == "sha512":
            content = base64.b64decode(digest).hex()
            component["hashes"] = [{"alg": "SHA-512", "content": content}]
        found.append(component)
    return found


def bill() -> dict[str, Any]:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    web = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = {"type": "application", "name": project["name"], "version": project["version"]}
    unique = {each["purl"]: each for each in (*python_packages(lock), *page_packages(web))}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": ours | {"licenses": [{"expression": "Apache-2.0"}]}},
        "components": [unique[purl] for purl in sorted(unique)],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(bill(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
