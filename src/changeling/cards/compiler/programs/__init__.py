"""What a body does, compiled: instructions, questions, loops."""
