"""One scorer at one laptop, as a process of its own: signs in, waits for the start, enters results.

Reads one line, ``{"site", "username", "password", "entries": [[game, result, revision], …]}``, and answers
``ready``; after another line enters them all and answers the list of HTTP statuses.
"""

import json
import sys
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, ProxyHandler, Request, build_opener

PATIENCE = 120


class Stay(HTTPRedirectHandler):
    """A redirect is an answer."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


class Browser:
    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies), Stay(), ProxyHandler({}))

    def post(self, path: str, *, scripted: bool = True, **fields: object) -> int:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        body = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        headers = {"Referer": self.site} | ({"HX-Request": "true"} if scripted else {})
        return self.answer(Request(self.site + path, body, headers))

    def page(self, path: str) -> str:
        with self.opener.open(self.site + path, timeout=PATIENCE) as response:
            return str(response.read(), "utf-8")

    def get(self, path: str) -> int:
        return self.answer(Request(self.site + path))

    def answer(self, request: Request) -> int:
        try:
            with self.opener.open(request, timeout=PATIENCE) as response:
                return int(response.status)
        except HTTPError as error:
            with error:
                return error.code


def main() -> None:
    told = json.loads(sys.stdin.readline())
    browser = Browser(told["site"])
    browser.get("/setup/sign-in/")
    browser.post("/setup/sign-in/", username=told["username"], password=told["password"])
    print("ready", flush=True)
    sys.stdin.readline()
    statuses = [
        browser.post(f"/desk/games/{game}/result/", result=result, revision=revision)
        for game, result, revision in told["entries"]
    ]
    print(json.dumps(statuses), flush=True)


if __name__ == "__main__":
    main()
