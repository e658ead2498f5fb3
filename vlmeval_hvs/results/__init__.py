"""The result contract: what scoring yields, its files, and tables and pages made of them."""
