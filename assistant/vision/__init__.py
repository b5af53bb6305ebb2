"""Photos: bytes in, a Reading out. OpenCV and NumPy, BGR everywhere."""
