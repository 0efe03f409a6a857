-- What a change of a record took and added, in one join of the names before with the names after. In 0007
-- each name was looked up in the whole record, which was unpacked again for each: the square of the names.

-- A full join can only be hashed or merged: never a loop over both sides.
create function record_difference(_old jsonb, _new jsonb, out before jsonb, out added jsonb) language sql immutable as $$
  select coalesce(jsonb_object_agg(o.key, o.value) filter (where o.key is not null and n.value is distinct from o.value), '{}'),
      coalesce(jsonb_agg(n.key) filter (where o.key is null), '[]')
    from jsonb_each(_old) o full join jsonb_each(_new) n on n.key = o.key
$$;

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
