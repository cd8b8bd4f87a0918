"""An event in two places: a laptop in the hall keeps it, a server on the internet shows the same pages.

Most hotel networks keep their guests apart, and parents are on mobile data: their phones reach a server and
not the laptop. So the laptop sends what its public pages show, one way, and the server shows it read-only.

The server has no pages of its own for this. What arrives is laid out as rows of the tables that public pages
read: the published documents with their epoch and version, the announced awards, the final sheets, the
reasons of pairings, and of players a number and a name. The views, the fragments and the stamps are those of
any event. The event has no staff, so that no address of the desk finds it, and no other row of it, so that
nothing can be computed.

An epoch and a version name the same document in both places. Only when the hall was not heard from for a
minute do the mirror's stamps differ, and its pages say so.

granting.py    on the server: gives out an address with a key, and takes the key back
receiving.py   on the server: which push is taken, and which is refused
laying_out.py  on the server: parts into rows
joining.py     in the hall: the address and the key, entered once
sending.py     in the hall: the thread of `manage.py serve` or `manage.py mirror` that sends what is new
"""
