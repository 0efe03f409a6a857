-- Receipts are found by the path of their record, and a record has few: a hash of 4 bytes finds them as well as the whole
-- path, in less than a third of the bytes. Saves wait while it is built. A migration of its own, as 0126.
create index receipts_hash on receipts using hash (path);
