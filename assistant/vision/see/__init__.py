"""What the pyramid shows: from rectified stages to colours, gaps, icons and gems."""
