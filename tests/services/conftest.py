from tests.people import event, kim

__all__ = ["event", "kim"]
