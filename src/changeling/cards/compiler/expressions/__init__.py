"""What a body says about the table, compiled: values, sets, filters, and the words that have a form of their own."""
