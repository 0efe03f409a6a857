-- A row of an import that cannot be used says which entry or earlier row it is about.

alter table list_import_rows
  -- Name of the other entry that has the number, e-mail or id of the row.
  add column other text,
  -- Number of the earlier row for the same entry.
  add column other_row integer;
