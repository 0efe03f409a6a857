-- Triggers of saves run once per statement: saves that are stored together count their people and texts together.
-- Lines of several texts of one bot change the counter of the account once.
-- The triggers are replaced, not dropped: readers such as a backup go on, and saves wait for milliseconds. The tables are
-- locked in the order in which saves lock them.

lock table records in share row exclusive mode;
lock table feed_entries in share row exclusive mode;

-- take_message() for several texts of one project and bot. Those beyond the quota are held.
create function take_messages(_keys text[], _team text, _bot text, _demo boolean) returns void language plpgsql as $$
declare
  _account record;
  _room integer;
  _taken integer;
begin
  if _demo then
    return;
  end if;
  if cardinality(_keys) = 1 then
    perform take_message(_keys[1], _team, _bot, _demo);
    return;
  end if;
  select * into _account from payer_of(_team);
  if not found then
    return;
  end if;
  -- A text that has its message needs no other one.
  _keys := array(select k.key from unnest(_keys) with ordinality k(key, n)
    where (select 1 from usage_messages u where u.op_id = k.key and not u.held limit 1) is null order by k.n);
  _room := cardinality(_keys);
  if _account.status = 'Cancelled' then
    _room := 0;
  elsif _account.quota is not null then
    insert into usage_counts as c (billing, since, used)
      select _account.id, _account.since,
          (select count(*) from usage_messages u where u.billing = _account.id and not u.held and u.at >= _account.since)
        where not exists (select 1 from usage_counts u where u.billing = _account.id and u.since = _account.since)
      on conflict do nothing;
    -- The row is the lock: concurrent senders wait for each other, so the quota is exact.
    select least(_room, greatest(_account.quota - c.used, 0)) into _room
      from usage_counts c where c.billing = _account.id and c.since = _account.since for update;
  end if;
  insert into usage_messages as u (op_id, billing, team, automation)
    select k, _account.id, _team, _bot from unnest(_keys[:_room]) k
    on conflict (op_id) do update set held = false, at = now(), billing = excluded.billing where u.held;
  get diagnostics _taken = row_count;
  if _taken > 0 and _account.quota is not null then
    update usage_counts c set used = c.used + _taken where c.billing = _account.id and c.since = _account.since;
  end if;
  insert into usage_messages (op_id, billing, team, automation, held)
    select k, _account.id, _team, _bot, true from unnest(_keys[_room + 1:]) k on conflict do nothing;
end $$;

create or replace function count_message() returns trigger language plpgsql as $$
declare
  _of record;
begin
  for _of in
    select s.keys, s.tenant, b.id as bot, coalesce(b.demo, false) as demo from (
        select f.tenant, split_part(f.path, '/', 2) as form, array_agg(f.op_id order by f.op_id) as keys
          from added f where f.sms group by 1, 2
      ) s
        left join lateral (select a.id, a.demo from automations a where a.team = s.tenant and a.form = s.form
            order by a.deleted, a.created_at limit 1) b on true
        left join lateral (select p.id from payer_of(s.tenant) p limit 1) p on true
      order by p.id, s.tenant, s.form
  loop
    perform take_messages(_of.keys, _of.tenant, _of.bot, _of.demo);
  end loop;
  return null;
end $$;
create or replace trigger count_message after insert on feed_entries referencing new table as added for each statement execute function count_message();

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
create or replace trigger count_person after insert on records referencing new table as added for each statement execute function count_person();
