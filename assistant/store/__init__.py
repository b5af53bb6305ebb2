"""The one SQLite file in which everything is kept."""

from assistant.store.repository import SqliteStore

__all__ = ["SqliteStore"]
