-- The order of the saves of a record is read by its path and their numbers: few receipts have the same path, so the index
-- needs neither person nor device. Saves wait while it is built. A migration of its own, because saves write to receipts
-- and to jobs (0125).
create index receipts_path on receipts (path, seq);
