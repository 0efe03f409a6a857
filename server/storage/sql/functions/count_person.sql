-- Trigger on records, once per statement: counts the people of new records of forms, each once per project and day.

create or replace function count_person() returns trigger language plpgsql as $$
declare
  _new record;
  _day date;
  _form text;
  _saver text;
  _name text;
  _seen text;
  _leads boolean;
  _bot record;
begin
  -- Most records are of people who have been counted today.
  for _new in
    select r.tenant, r.model, r.created_by, r.path, r.day from (
        select f.*, (least(coalesce(f.corrected_at, f.created_at), now()) at time zone 'UTC')::date as day
          from added f where f.path like 'forms/%'
      ) r
      where r.model ->> 'direction' = 'in' or (r.created_by <> 'anonymous'
        -- A subquery, which goes by the index also while the planner takes the table for empty.
        and (select 1 from usage_people u where u.team = r.tenant and u.day = r.day and u.person = r.created_by limit 1) is null)
      order by r.tenant, r.created_by, r.path
  loop
    _day := _new.day;
    _form := split_part(_new.path, '/', 2);
    _saver := _new.created_by;
    _name := null;
    _seen := null;
    if _new.model ->> 'direction' = 'in' and not coalesce(_new.model -> 'visitor' = 'true', false) then
      _name := lower(nullif(trim(coalesce(_new.model #>> '{attendance,name}', _new.model ->> 'person')), ''));
      _seen := _new.model #>> '{attendance,person}';
    end if;
    if _saver = 'anonymous' or exists (select 1 from usage_people u where u.team = _new.tenant and u.day = _day and u.person = _saver)
      or not exists (select 1 from people p where p.uid = _saver) then
      _saver := null;
    end if;
    if _saver is null and _name is null and _seen is null then
      continue;
    end if;
    if exists (select 1 from automations b where b.team = _new.tenant and b.form = _form and b.demo) then
      continue;
    end if;
    select b.id into _bot from automations b where b.team = _new.tenant and b.form = _form order by b.deleted, b.created_at limit 1;
    if _saver is not null then
      perform count_worker(_new.tenant, _day, _saver, _bot.id,
        exists (select 1 from members m where m.team = _new.tenant and m.uid = _saver and m.role <> 'Worker'));
    end if;
    if _seen is null and _name is null then
      continue;
    end if;
    -- A name that exactly one member has means this member.
    if _seen is null then
      select case when count(*) = 1 then min(m.uid) end into _seen
        from members m join people p on p.uid = m.uid where m.team = _new.tenant and lower(p.name) = _name;
    end if;
    _leads := exists (select 1 from members m where m.team = _new.tenant and m.uid = _seen and m.role <> 'Worker')
      or (_name is not null and not exists (select 1 from members m where m.team = _new.tenant and m.uid = _seen)
        and exists (select 1 from lookup_items l where l.team = _new.tenant and l.lookup = 'employees' and (lower(l.label) = _name or l.id = _name)
          and l.attributes ->> 'role' = 'Foreman'));
    perform count_worker(_new.tenant, _day, coalesce(_seen, 'name ' || _name), _bot.id, _leads);
  end loop;
  return null;
end $$;
