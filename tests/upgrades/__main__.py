"""`python -m tests.upgrades > tests/upgrades/release_N.sql`: the demo, as this release stores it.

Run it once for a release and leave the file alone: it is what directors have. No one can sign in with it.
"""

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

NOT_OF_THE_EVENT = ["DELETE FROM django_session", "UPDATE auth_user SET password = '!', last_login = NULL"]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "db.sqlite3"
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": folder}
        for command in (["prepare"], ["demo"]):
            subprocess.run(
                [sys.executable, "manage.py", *command], env=environment, check=True, stdout=sys.stderr
            )
        database = sqlite3.connect(file)
        for statement in NOT_OF_THE_EVENT:
            database.execute(statement)
        database.commit()
        sys.stdout.writelines(f"{line}\n" for line in database.iterdump())
        database.close()


if __name__ == "__main__":
    main()
