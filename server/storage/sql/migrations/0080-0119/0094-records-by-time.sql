-- Reports read the records of a period instead of all records of a form. A record counts on the day when the
-- device saved it.
create index records_at on records (parent, (coalesce(corrected_at, created_at))) where not deleted;
