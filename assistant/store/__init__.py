"""The one SQLite file in which everything is kept."""

from assistant.store.copying import back_up, restore
from assistant.store.repository import SqliteStore
from assistant.store.rescue import rescue

__all__ = ["SqliteStore", "back_up", "rescue", "restore"]
