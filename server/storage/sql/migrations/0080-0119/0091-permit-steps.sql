-- Approvals, refusals and closings of permits: a table of their own, because people may change their requests.

create table permit_steps (
  path text not null references records on delete cascade,
  n integer not null,
  step text not null check (step in ('approve', 'refuse', 'close')),
  -- The revision of the request that the person has seen.
  seen_rev integer not null,
  reason text,
  decided_by text not null,
  decided_at timestamptz not null default now(),
  primary key (path, n)
);
