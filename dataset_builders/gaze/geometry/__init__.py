"""Where things are in a gaze stimulus, and how a camera sees them; nothing here is drawn in pixels but ellipsoids."""
