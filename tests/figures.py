"""One line a figure: absolute, as a ratio within the run, and whether it reaches what was asked of it."""

_missed: list[str] = []


def line(figure: str, absolute: str, ratio: str = "", target: str = "", reached: bool = True) -> None:
    verdict = "" if not target else f"{target}: {'reached' if reached else 'MISSED'}"
    print(f"{figure:<46} {absolute:>12}  {ratio:<38} {verdict}".rstrip(), flush=True)
    if target and not reached:
        _missed.append(figure)


def verdict() -> int:
    """Says what was missed; answers what the process exits with."""
    print(f"Missed: {', '.join(_missed)}." if _missed else "Everything asked was reached.")
    return 1 if _missed else 0
