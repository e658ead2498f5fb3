"""Official releases and source annotations to host-ready data sets: one module per benchmark, and the demo sets."""
