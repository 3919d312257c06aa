"""Charts and reports, drawn from frames alone."""
