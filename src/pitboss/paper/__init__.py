"""What is printed: layout, signs, guide, forms, procedure cards."""
