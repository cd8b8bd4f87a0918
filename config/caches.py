"""The cache of a server: Redis, and memory while Redis does not answer.

A Redis that is stopped, or that accepts connections and never answers, costs a request a fifth of a second at
most. Then it is left alone for a while, and one request asks whether it is back.
"""

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

ANSWERS_WITHIN = 0.2  # seconds
LEFT_ALONE = 10.0

Found = TypeVar("Found")


class _Redis:
    """Whether a server of Redis answers, as this process knows."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.is_away = False
        self.ask_after = 0.0

    def may_be_asked(self) -> bool:
        with self.lock:
            if not self.is_away:
                return True
            if monotonic() < self.ask_after:
                return False
            self.ask_after = monotonic() + LEFT_ALONE  # for the others, while this request asks
            return True

    def answered(self) -> None:
        if self.is_away:
            self.is_away = False
            logger.warning("Redis answers again.")

    def failed(self, error: Exception) -> None:
        with self.lock:
            was_away, self.is_away = self.is_away, True
            self.ask_after = monotonic() + LEFT_ALONE
        if not was_away:
            logger.warning("Redis does not answer; memory is used instead: %s", error)


# A cache is made for each thread; what they know of its server they share.
_servers: dict[str, _Redis] = {}


class RedisOrMemory(BaseCache):
    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = params.get("OPTIONS", {})
        patience = {
            "socket_timeout": ANSWERS_WITHIN,
            "socket_connect_timeout": ANSWERS_WITHIN,
            "retry": Retry(NoBackoff(), 0),
        }
        self._server = _servers.setdefault(location, _Redis())
        self._redis = RedisCache(location, {**params, "OPTIONS": patience | options})
        self._memory = LocMemCache(
            f"instead of {location} {params.get('KEY_PREFIX', '')}",
            {**params, "OPTIONS": {"MAX_ENTRIES": 500}},
        )

    def _ask(self, act: Callable[[BaseCache], Found]) -> Found:
        if self._server.may_be_asked():
            try:
                found = act(self._redis)
            except (RedisError, OSError) as error:
                self._server.failed(error)
            else:
                self._server.answered()
                return found
        return act(self._memory)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda cache: cache.get(key, default, version))

    def set(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def add(
        self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.delete(key, version))

    def clear(self) -> None:
        self._ask(lambda cache: cache.clear())
