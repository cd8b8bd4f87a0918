"""An event and the machine that it runs on: its people, orders and endings, copies, addresses."""
