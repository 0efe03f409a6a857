-- receipts_path (0126) is used instead. A migration of its own: it needs a stronger lock than 0126, and both in one
-- transaction would wait for a save that waits for it.
drop index receipts_order;
