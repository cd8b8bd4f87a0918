"""`python -m config.healthcheck [PORT]`: prints what /healthz answers, and exits 0 if this server is well."""

import http.client
import os
import sys


def main() -> int:
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].lstrip(".*") or "localhost"
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        # As the proxy would ask: another name would be refused.
        connection.request("GET", "/healthz", headers={"Host": host})
        answer = connection.getresponse()
        print(answer.read().decode())
    except OSError as error:
        print(f"No answer: {error}")
        return 1
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
