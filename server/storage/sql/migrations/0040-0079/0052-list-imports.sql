-- Imports of files into lists of projects. The rows of a file wait here, are applied in portions, and keep
-- what was there before, so that the last import can be taken back.

create table list_imports (
  id text primary key,
  team text not null references teams on delete cascade,
  lookup text not null,
  file text not null,
  total integer not null,
  state text not null default 'checking',
  created_by text not null,
  created_at timestamptz not null default now()
);
create index list_imports_list on list_imports (team, lookup, created_at);

create table list_import_rows (
  import text not null references list_imports on delete cascade,
  -- Number of the row in the file.
  n integer not null,
  label text not null,
  attributes jsonb not null default '{}',
  disabled boolean,
  -- Key of the entry if the row adds one.
  new_id text not null,
  -- Key of the entry that the row changes.
  entry text,
  outcome text not null default 'added',
  problem text,
  -- Column of the problem.
  place text,
  -- The entry before it was changed.
  before jsonb,
  done boolean not null default false,
  primary key (import, n)
);
create index list_import_rows_entry on list_import_rows (import, entry, n) where entry is not null;
create index list_import_rows_number on list_import_rows (import, lower(attributes ->> 'number'), n) where attributes ->> 'number' is not null;
create index list_import_rows_email on list_import_rows (import, lower(attributes ->> 'email'), n) where attributes ->> 'email' is not null;
create index list_import_rows_external on list_import_rows (import, lower(attributes ->> 'externalId'), n) where attributes ->> 'externalId' is not null;
create index list_import_rows_name on list_import_rows (import, lower(label), n);
create index list_import_rows_todo on list_import_rows (import, n) where not done;
