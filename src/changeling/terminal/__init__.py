"""Playing at one screen: in colour on a terminal, in plain sentences everywhere else."""
