"""Where the pyramid is in a photo: from a picture to the pose of every stage."""
