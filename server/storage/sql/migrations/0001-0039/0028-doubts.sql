-- Sign-ins and sign-outs at gates that a manager should look at (contract/endpoints/attendance.ts). Each
-- record once: whoever has looked at it is not asked again, and nothing of it is thrown away before.

create table attendance_doubts (
  path text primary key,
  team text not null,
  reasons jsonb not null,
  name text,
  direction text,
  -- As the record says it; none where that is no time.
  said_at timestamptz,
  received_at timestamptz not null,
  looked_by text,
  looked_at timestamptz
);
create index attendance_doubts_open on attendance_doubts (team, received_at desc) where looked_at is null;
