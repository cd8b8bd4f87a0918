"""A moment as documents and records keep it: with its zone, without which no page could say when it was."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta

Moment = Annotated[datetime, Meta(tz=True)]
