"""What a release needs beside the distribution: the notice of licences and the bill of materials."""
