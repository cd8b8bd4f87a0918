"""What a director types, before a service sees it. A form with errors keeps what was typed."""
