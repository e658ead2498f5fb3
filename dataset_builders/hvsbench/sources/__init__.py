"""The data from which HVSBench was made, as their authors ship them."""
