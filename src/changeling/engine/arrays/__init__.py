"""What programs see: observations, answer numbers and batches as arrays."""
