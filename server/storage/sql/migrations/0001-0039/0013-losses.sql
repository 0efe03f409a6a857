-- What devices say that they held and do not hold any more, because the browser cleared its storage or it
-- was damaged. One row for each save, so that telling it twice is telling it once, and one that arrives
-- after all (from an export, from the second store) is found by its receipt.

create table lost_saves (
  op_id text primary key,
  actor text not null,
  device text not null,
  -- Device times of the first and the last save of the same loss.
  made_from timestamptz,
  made_to timestamptz,
  told_at timestamptz not null default now()
);
create index lost_saves_actor on lost_saves (actor, told_at desc);
