"""Asks a served model without the host: many rows at once, into the same ledger, folders and result files."""
