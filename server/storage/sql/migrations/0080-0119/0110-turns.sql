-- Which work by the clock began last, and when: of the servers of a database one does it in each interval.
create table turns (
  name text primary key,
  taken_at timestamptz not null
);
