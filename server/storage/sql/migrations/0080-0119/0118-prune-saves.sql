-- More indexes for the housekeeping. Saves write to these tables and to record_edits: one transaction that locks all of
-- them could wait for a save that waits for it, so they are not in 0115.
create index receipts_cancelled on receipts (created_at) where status = 'cancelled';
create index jobs_finished_at on jobs using brin (finished_at);
