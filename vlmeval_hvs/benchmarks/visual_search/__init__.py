"""ViSioNS: visual search scanpaths next to those of people."""
