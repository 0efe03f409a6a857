-- The housekeeping finds old rows without reading whole tables. Rows of these tables arrive in the order of time.
create index record_edits_at on record_edits using brin (at);
create index sms_inbox_at on sms_inbox using brin (at);
create index sms_outbox_created_at on sms_outbox using brin (created_at);
create index mail_outbox_created_at on mail_outbox using brin (created_at);
create index jobs_created_at on jobs using brin (created_at);
