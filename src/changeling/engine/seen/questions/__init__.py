"""What a seat is asked: the question as a value, its sentence, and what each answer leads to."""
