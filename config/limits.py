"""How much a process serves at a time. Read by both forms of the server, before there are settings."""

import os
import sys

# Requests at a time. A thread costs a connection to the database, and PostgreSQL gives a hundred to all
# processes together.
THREADS = max(12, min(40, 90 // int(os.environ.get("WEB_CONCURRENCY") or 1)))
# Of these, how many no public request takes.
RESERVED = 4

# How many public requests wait for a laptop's threads: as many as these answer in two seconds. On two cores
# that were 490 to 650 kept pages a second, or 610 to 830 polls, beside 256 that always asked. All phones of a
# hall may open their page at once; of the 500 of `make load` no more than each one's poll can ever wait.
WAITING = 1000

# Seconds that a thread computes before another may go on. An entry waits for its database a dozen times and
# would lose Python's usual 0.005 each time to a page that is being rendered.
SWITCH_INTERVAL = 0.0005

# How many new objects until Python looks for cycles among them. A recompute makes tens of thousands of
# short-lived tuples, nearly none of them in a cycle: looking less often finds the same. Measured with the
# usual 700: an entry with forty prizes took a tenth longer. With 20,000 a recompute of 1,000×9 did.
NEW_OBJECTS = 50_000

# Seconds until a request that arrives too slowly is cut: its header, its body in whole, and a body of which
# nothing more comes. A list of a section takes a second of the slowest phone.
HEADERS_WITHIN = 10
BODY_WITHIN = 60
STALLED = 20
# Seconds until an answer of which nothing more is taken is given up.
UNREAD = 20

# As many as a laptop can need. Windows can watch at most 512 at once.
CONNECTIONS = 400 if sys.platform == "win32" else 4000
# What is open beside connections: modules, the log, and three files of SQLite for each thread.
OTHER_FILES = 40 + 3 * THREADS
FEWEST = 32


def connections() -> int:
    """How many connections this process may keep open, after raising its limit of open files."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        raised = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
            allowed = raised
        except (OSError, ValueError):  # macOS refuses more than its kernel allows
            pass
    if allowed == resource.RLIM_INFINITY:
        return CONNECTIONS
    return max(FEWEST, min(CONNECTIONS, allowed - OTHER_FILES))
