-- A row of an import that cannot be used says which entry or earlier row it is about. The evidence page of a bot
-- reads the records with files by an index, not by a scan of all records.

alter table list_import_rows
  -- Name of the other entry that has the number, e-mail or id of the row.
  add column other text,
  -- Number of the earlier row for the same entry.
  add column other_row integer;

create index records_files on records (parent, n desc) where not deleted and model::text ~ '"(?:filename|sha256)":';
