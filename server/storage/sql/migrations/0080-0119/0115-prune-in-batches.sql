-- The housekeeping finds old rows without reading whole tables. The times of these tables are about in the order of their rows.
create index record_edits_at on record_edits using brin (at);
create index sms_inbox_at on sms_inbox using brin (at);
create index sms_outbox_created_at on sms_outbox using brin (created_at);
create index mail_outbox_created_at on mail_outbox using brin (created_at);
