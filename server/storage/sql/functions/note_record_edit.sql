-- Trigger on records: writes a row of record_edits for each change, and for a first save that arrives late.
-- 0007 describes the row. The planner settings make it use the indexes (0011).

create or replace function note_record_edit() returns trigger language plpgsql
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
    select d.before, d.added into _before, _added from record_difference(old.model, new.model) d;
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
