"""Questions of HVSBench generated from annotated pictures, and checks of what was generated."""
