create or replace function count_person() returns trigger language plpgsql as $$
declare
  _day date := (least(coalesce(new.corrected_at, new.created_at), now()) at time zone 'UTC')::date;
  _form text := split_part(new.path, '/', 2);
  _saver text := new.created_by;
  _name text;
  _seen text;
  _leads boolean;
  _bot record;
begin
  if new.model ->> 'direction' = 'in' and not coalesce(new.model -> 'visitor' = 'true', false) then
    _name := lower(nullif(trim(coalesce(new.model #>> '{attendance,name}', new.model ->> 'person')), ''));
    _seen := new.model #>> '{attendance,person}';
  end if;
  if _saver = 'anonymous' or exists (select 1 from usage_people u where u.team = new.tenant and u.day = _day and u.person = _saver)
    or not exists (select 1 from people p where p.uid = _saver) then
    _saver := null;
  end if;
  if _saver is null and _name is null and _seen is null then
    return null;
  end if;
  if exists (select 1 from automations b where b.team = new.tenant and b.form = _form and b.demo) then
    return null;
  end if;
  select b.id into _bot from automations b where b.team = new.tenant and b.form = _form order by b.deleted, b.created_at limit 1;
  if _saver is not null then
    perform count_worker(new.tenant, _day, _saver, _bot.id,
      exists (select 1 from members m where m.team = new.tenant and m.uid = _saver and m.role <> 'Worker'));
  end if;
  if _seen is null and _name is null then
    return null;
  end if;
  -- A name that exactly one member has means this member.
  if _seen is null then
    select case when count(*) = 1 then min(m.uid) end into _seen
      from members m join people p on p.uid = m.uid where m.team = new.tenant and lower(p.name) = _name;
  end if;
  _leads := exists (select 1 from members m where m.team = new.tenant and m.uid = _seen and m.role <> 'Worker')
    or (_name is not null and not exists (select 1 from members m where m.team = new.tenant and m.uid = _seen)
      and exists (select 1 from lookup_items l where l.team = new.tenant and l.lookup = 'employees' and (lower(l.label) = _name or l.id = _name)
        and l.attributes ->> 'role' = 'Foreman'));
  perform count_worker(new.tenant, _day, coalesce(_seen, 'name ' || _name), _bot.id, _leads);
  return null;
end $$;
