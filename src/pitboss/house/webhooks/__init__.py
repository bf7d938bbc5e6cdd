"""What happens in the house, sent to addresses that its administrators named: rounds, alarms, filings."""
