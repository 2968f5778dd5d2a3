"""What leaves the machine: decisions, events, views, reasons and possible worlds."""
