"""The folder of built sets: how versions lie beside each other, and how several processes write there at once."""
