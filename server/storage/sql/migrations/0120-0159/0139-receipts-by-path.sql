-- receipts_hash (0138) is used instead, also by the version before. A migration of its own: it needs a stronger lock than
-- 0138, and both in one transaction would wait for a save that waits for it.
drop index receipts_path;
