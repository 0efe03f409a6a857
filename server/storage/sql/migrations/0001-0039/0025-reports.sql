-- Reports as they were worked out: their export says what the screen said, and a device may fetch its copy
-- again.

create table reports (
  session text primary key,
  uid text not null,
  -- Projects that it tells about, and private for one's own bots.
  teams jsonb not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);
create index reports_uid on reports (uid, created_at desc);
