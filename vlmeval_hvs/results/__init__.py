"""Tables and pages made from the score files of finished runs."""
