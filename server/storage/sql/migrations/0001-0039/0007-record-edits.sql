-- What was changed in records, by whom and when, so that a person who has to decide is told who wrote the
-- other answer, and a save that comes long after it was made is seen by somebody. Written by triggers in
-- the transaction of the change, whoever makes it.
--
-- One row for every change of a record; a record's first save has one only when it is late. `before` holds
-- the attributes that were changed or taken out as they were, `added` the names of new ones: the record as
-- it was before is the one after it with these put back. A save is late when it was made more than a day
-- before it came (`old`), or was under way for more than a minute while somebody else changed the same
-- record after it was made (`overtaken`, `over` is who).

create table record_edits (
  path text not null,
  rev integer not null,
  parent text not null generated always as (regexp_replace(path, '/[^/]*$', '')) stored,
  actor text not null,
  device text,
  made_at timestamptz,
  at timestamptz not null default now(),
  before jsonb not null default '{}',
  added jsonb not null default '[]',
  late text check (late in ('overtaken', 'old')),
  over text,
  looked_by text,
  looked_at timestamptz,
  primary key (path, rev)
);
create index record_edits_late on record_edits (parent, at desc) where late is not null and looked_at is null;

create function note_record_edit() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  made timestamptz := new.corrected_at;
  _before jsonb := '{}';
  _added jsonb := '[]';
  _device text;
  _late text;
  _over text;
begin
  select p.device into _device from receipts p where p.path = new.path and p.actor = new.updated_by and p.rev = new.rev limit 1;
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(o.key, o.value), '{}') into _before
      from jsonb_each(old.model) o where new.model -> o.key is distinct from o.value;
    select coalesce(jsonb_agg(n.key), '[]') into _added from jsonb_each(new.model) n where not old.model ? n.key;
    if made < now() - interval '1 minute' and (_before <> '{}' or _added <> '[]') then
      select e.actor into _over from record_edits e
        where e.path = new.path and e.actor not in (new.updated_by, 'server') and coalesce(e.made_at, e.at) > made
          and (e.before <> '{}' or e.added <> '[]')
        order by e.rev desc limit 1;
      if found then
        _late := 'overtaken';
      elsif made < now() - interval '24 hours' then
        _late := 'old';
      end if;
    end if;
  else
    _late := 'old';
  end if;
  insert into record_edits (path, rev, actor, device, made_at, before, added, late, over)
    values (new.path, new.rev, new.updated_by, _device, made, _before, _added, _late, _over) on conflict do nothing;
  return null;
end $$;

create trigger record_made_late after insert on records for each row
  when (new.corrected_at < now() - interval '24 hours') execute function note_record_edit();
create trigger record_changed after update on records for each row
  when (new.rev > old.rev) execute function note_record_edit();
