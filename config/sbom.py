"""`python -m config.sbom`: what Wallchart is made of, in CycloneDX, from the lock file of a server.

The lock files are in the repository and the bill is not: it is made from them, so it cannot be out of date.
Licenses are those that the installed packages name.
"""

import importlib.metadata
import json
import re
import tomllib
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SERVER, LAPTOP = "requirements-server.txt", "requirements.txt"
# What stands in the repository and was made by others.
VENDORED = [("Inter", "OFL-1.1", "https://github.com/rsms/inter")]


def bill() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    root = {
        "type": "application",
        "bom-ref": "wallchart",
        "name": project["name"],
        "version": project["version"],
        "licenses": [{"license": {"id": project["license"]}}],
    }
    everywhere = pins(LAPTOP)
    components = [
        package(name, version, everywhere=name in everywhere) for name, version in pins(SERVER).items()
    ]
    components += [vendored(*each) for each in VENDORED]
    depends = {"ref": "wallchart", "dependsOn": [each["bom-ref"] for each in components]}
    found = {"metadata": {"component": root}, "components": components, "dependencies": [depends]}
    serial = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(found, sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        **found,
    }


def pins(lock_file: str) -> dict[str, str]:
    """The packages of a lock file and their versions."""
    lines = (ROOT / lock_file).read_text(encoding="utf-8").splitlines()
    return {found[1]: found[2] for line in lines if (found := re.match(r"([a-z0-9.-]+)==([^\s;]+)", line))}


def package(name: str, version: str, *, everywhere: bool) -> dict[str, Any]:
    """A package from the index. What only a server uses is optional."""
    purl = f"pkg:pypi/{name}@{version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "scope": "required" if everywhere else "optional",
        "licenses": licenses(name),
        "purl": purl,
    }


def licenses(name: str) -> list[dict[str, Any]]:
    """As the package says: an expression, or names; none where it is not installed, as on another system."""
    try:
        said = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return []
    if "License-Expression" in said:
        return [{"expression": said["License-Expression"]}]
    named = [each.rpartition(" :: ")[2] for each in said.get_all("Classifier", []) if "License ::" in each]
    # Some packages put the whole text of their license here.
    text = "".join(said.get_all("License", []))
    named = named or ([text] if text and "\n" not in text else [])
    return [{"license": {"name": each}} for each in dict.fromkeys(named)]


def vendored(name: str, license_id: str, url: str) -> dict[str, Any]:
    return {
        "type": "data",
        "bom-ref": f"vendored:{name}",
        "name": name,
        "licenses": [{"license": {"id": license_id}}],
        "externalReferences": [{"type": "website", "url": url}],
    }


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2))
