"""What a run will take: calls, pictures, tokens and money, before anything is paid."""
