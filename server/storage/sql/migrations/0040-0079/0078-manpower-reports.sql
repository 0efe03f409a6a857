-- The conversation that has the manpower of a record. When the record changes, its report changes there too.

create table manpower_reports (
  path text primary key,
  execution text not null
);
