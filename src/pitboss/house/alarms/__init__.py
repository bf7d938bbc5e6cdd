"""What a person has to hear of at once, sent by the house itself to addresses and mailboxes that it was given."""
