"""The lab: measuring, soaking, and running many games at once."""
