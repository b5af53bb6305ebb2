"""Games: data and rules behind one `Game` protocol."""
