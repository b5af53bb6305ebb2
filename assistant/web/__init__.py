"""The web pages: views of a few lines over the use cases."""

from assistant.web.app import create_app

__all__ = ["create_app"]
