"""The machines that a release is for: systems with their processors, and versions of Python."""

import platform
import sys
from dataclasses import dataclass

from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms

# Those that requires-python allows and the packages of the lock file have wheels for.
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class System:
    """A system and its processor, as Python names them, and the platforms of wheels that run there."""

    name: str
    sys_platform: str
    machine: str
    platforms: tuple[str, ...]


def _linux(machine: str) -> tuple[str, ...]:
    """Every Linux of the last years, from a GNU C library of 2018 on."""
    return (*(f"manylinux_2_{number}_{machine}" for number in range(28, 16, -1)), f"manylinux2014_{machine}")


SYSTEMS = (
    System("Windows", "win32", "AMD64", ("win_amd64",)),
    System("macOS on Apple processors", "darwin", "arm64", tuple(mac_platforms((12, 0), "arm64"))),
    System("macOS on Intel processors", "darwin", "x86_64", tuple(mac_platforms((12, 0), "x86_64"))),
    System("Linux", "linux", "x86_64", _linux("x86_64")),
    System("Linux on ARM", "linux", "aarch64", _linux("aarch64")),
)


@dataclass(frozen=True)
class Target:
    """A system with a version of Python."""

    system: System
    python: str

    @property
    def environment(self) -> dict[str, str]:
        """What the markers of requirements ask for."""
        return {
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "platform_machine": self.system.machine,
            "platform_system": {"win32": "Windows", "darwin": "Darwin"}.get(
                self.system.sys_platform, "Linux"
            ),
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": self.system.sys_platform,
        }

    @property
    def tags(self) -> frozenset[Tag]:
        """What a wheel may be tagged with to run there."""
        major, minor = (int(part) for part in self.python.split("."))
        version, platforms = (major, minor), self.system.platforms
        ours = cpython_tags(version, platforms=platforms)
        return frozenset([*ours, *compatible_tags(version, f"cp{major}{minor}", platforms)])


EVERY = tuple(Target(system, python) for system in SYSTEMS for python in PYTHONS)


def this_machine() -> Target:
    """The target that this Python is. Raises :class:`LookupError` for one that no release is for."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    for target in EVERY:
        of = target.system.sys_platform, target.system.machine, target.python
        if of == (sys.platform, platform.machine(), python):
            return target
    raise LookupError(f"No release is for Python {python} on {sys.platform} {platform.machine()}.")
