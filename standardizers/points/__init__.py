"""Points in an image: scanpaths and next fixations."""
