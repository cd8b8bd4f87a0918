"""What Wallchart is made of: everything that a server installs, once, and what stands in the repository."""

import json
import subprocess
import sys

from config import sbom


def test_each_package_of_a_server_is_named_once_with_its_version_and_where_it_is_used() -> None:
    bill = sbom.bill()
    packages = {each["name"]: each for each in bill["components"] if each["type"] == "library"}
    assert {name: each["version"] for name, each in packages.items()} == sbom.pins(sbom.SERVER)
    assert len(packages) == len(bill["components"]) - len(sbom.VENDORED)
    assert packages["django"]["purl"] == f"pkg:pypi/django@{packages['django']['version']}"
    assert packages["django"]["licenses"] == [{"expression": "BSD-3-Clause"}]
    assert {packages[name]["scope"] for name in ("psycopg", "redis", "sentry-sdk")} == {"optional"}
    assert packages["waitress"]["scope"] == "required"


def test_each_reference_leads_to_a_component() -> None:
    bill = sbom.bill()
    references = [each["bom-ref"] for each in bill["components"]]
    assert len(references) == len(set(references))
    assert bill["dependencies"] == [{"ref": "wallchart", "dependsOn": references}]


def test_it_is_printed_as_json_and_the_same_lock_files_make_the_same_bill() -> None:
    command = [sys.executable, "-m", "config.sbom"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert printed == sbom.bill()
    assert (printed["bomFormat"], printed["specVersion"]) == ("CycloneDX", "1.6")
