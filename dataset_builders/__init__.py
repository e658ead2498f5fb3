"""Official releases and source annotations to host-ready sets: one module per benchmark, and the demo sets."""
