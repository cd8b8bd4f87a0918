"""`python -m config.healthcheck`: exits 0 when the server in this container answers."""

import http.client
import os
import sys


def main() -> int:
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].lstrip(".*") or "localhost"
    connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
    # As the proxy would ask: another name would be refused, plain HTTP sent elsewhere.
    connection.request("GET", "/", headers={"Host": host, "X-Forwarded-Proto": "https"})
    return 0 if connection.getresponse().status < 500 else 1


if __name__ == "__main__":
    sys.exit(main())
