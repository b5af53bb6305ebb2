"""Entry point of ``python -m assistant``."""

if __name__ == "__main__":  # the worker processes import this file, too, and need no commands
    from assistant.cli import main

    raise SystemExit(main())
