"""Use cases of the app; what they need from outside (`Store`, `PhotoReader`) are protocols."""
