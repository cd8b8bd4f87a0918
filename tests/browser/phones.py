"""A phone on a public page: its clock stands still, and it asks when a test lets time pass."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

ROUND = 12_000  # the longest a phone waits between two questions, in milliseconds
LONGEST_WAIT = 20_000  # and between two that are not answered well

POLL = re.compile(r"/live[/?]")  # the page of an event asks an address that does not end in a slash

COUNT_ANSWERS = """() => {
    window.marker = 'never reloaded';
    const root = document.documentElement;
    root.dataset.answers = 0;
    // The clock of the page runs ahead of the network: no answer would come in time.
    AbortSignal.timeout = undefined;
    // A message comes when all that waited for the answer has run; timers stand still.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => root.dataset.answers++;
    const count = () => port2.postMessage(null);
    for (const read of ["text", "json"]) {
        const own = Response.prototype[read];
        Response.prototype[read] = function () { return own.call(this).finally(count); };
    }
    const { fetch } = window;
    window.fetch = async (address, options) => {
        let isRead = false;
        try {
            const answer = await fetch(address, options);
            isRead = answer.status === 200 && options?.method !== "HEAD";
            return answer;
        } finally {
            if (!isRead) count();
        }
    };
}"""


def look(page: Page, address: str) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(address)
    page.evaluate(COUNT_ANSWERS)
    return page


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """The question asked in this block has been answered, and the page has made of it what it does."""
    root = page.locator("html")
    answers = int(root.get_attribute("data-answers") or 0)
    yield
    # A page that follows somebody asks for the card too, once its own question is answered.
    expect(root).not_to_have_attribute("data-answers", str(answers))
    page.clock.run_for(100)  # htmx settles what it has swapped in a moment later


def wait_for_a_poll(page: Page, longest: int = ROUND) -> int:
    """Let the phone's clock run until it has asked and was answered; the status of the answer."""
    with answered(page), page.expect_response(POLL) as answer:
        page.clock.run_for(longest)
    return answer.value.status
