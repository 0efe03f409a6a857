-- second step: nothing reads feed entries by their operation, in this version and in the one before
-- A feed entry is stored with the receipt of its operation, in one transaction, and receipts.op_id is unique. This index
-- on random ids cost each save a page of the log and 50 bytes.
alter table feed_entries drop constraint feed_entries_op_id_key;
