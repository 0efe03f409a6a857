-- Lists of the forms folder. A list is always read and replaced as a whole, so its entries are one text: a list of
-- 50,000 entries is one statement, and readers see the former list or the new one. The sum tells after a restart
-- whether the file has changed; the columns are for the checker and the studio.

create table form_lists (
  team text not null references teams on delete cascade,
  name text not null,
  sha256 text not null,
  columns jsonb not null,
  entries integer not null,
  items text not null,
  primary key (team, name)
);
