-- One count of messages and one of people for banner, project page, billing account and pause of bots.
-- Projects without an account share the free plan of their Owner: their texts and people count under
-- `free:{uid}`. People count on the day of the save by the device's corrected clock, at a gate by their
-- name, and in a conversation with their first answer of the day.

create index usage_messages_team on usage_messages (team, at);

-- The account that pays for a project, or the free plan of its Owner.
create function payer_of(_team text) returns table (id text, name text, plan text, quota integer, status text, since timestamptz)
language sql stable as $$
  select coalesce(b.id, 'free:' || coalesce(
        (select m.uid from members m where m.team = t.id and m.role = 'Owner' order by m.created_at, m.uid limit 1), t.id)),
      coalesce(b.name, t.name), case when b.id is null then 'free' else b.plan end,
      case when b.id is null then 200 else b.quota end, coalesce(b.status, 'Trial'),
      case when b.period_end <= now() then b.period_end else coalesce(b.period_start, date_trunc('month', now(), 'UTC')) end
    from teams t left join billing_accounts b on b.id = t.billing and not b.deleted
    where t.id = _team
$$;

create or replace function take_message(_key text, _team text, _bot text, _demo boolean) returns boolean language plpgsql as $$
declare
  _account record;
  _used integer;
begin
  if exists (select 1 from usage_messages u where u.op_id = _key and not u.held) then
    return true;
  end if;
  if _demo then
    return true;
  end if;
  select * into _account from payer_of(_team);
  if not found then
    return true;
  end if;
  if _account.status = 'Cancelled' then
    insert into usage_messages (op_id, billing, team, automation, held) values (_key, _account.id, _team, _bot, true) on conflict do nothing;
    return false;
  end if;
  if _account.quota is not null then
    -- The row is the lock: concurrent senders wait for each other, so the quota is exact.
    insert into usage_counts as c (billing, since, used)
      select _account.id, _account.since,
          (select count(*) from usage_messages u where u.billing = _account.id and not u.held and u.at >= _account.since)
        where not exists (select 1 from usage_counts u where u.billing = _account.id and u.since = _account.since)
      on conflict do nothing;
    update usage_counts c set used = c.used + 1
      where c.billing = _account.id and c.since = _account.since and c.used < _account.quota returning c.used into _used;
    if not found then
      insert into usage_messages (op_id, billing, team, automation, held) values (_key, _account.id, _team, _bot, true) on conflict do nothing;
      return false;
    end if;
  end if;
  insert into usage_messages as u (op_id, billing, team, automation) values (_key, _account.id, _team, _bot)
    on conflict (op_id) do update set held = false, at = now(), billing = excluded.billing where u.held;
  if not found and _used is not null then
    -- Another sender has taken the same message.
    update usage_counts c set used = c.used - 1 where c.billing = _account.id and c.since = _account.since;
  end if;
  return true;
end $$;

create or replace function count_conversation() returns trigger language plpgsql as $$
begin
  insert into usage_messages (op_id, billing, team, automation)
    select 'talk:' || new.execution || ':' || new.n, p.id, e.team, e.automation
      from executions e
        cross join lateral payer_of(e.team) p
        left join automations a on a.id = e.automation
      where e.id = new.execution and not e.demo and not coalesce(a.demo, false)
    on conflict do nothing;
  return null;
end $$;

-- Counts a person once per project and day.
create function count_worker(_team text, _day date, _person text, _bot text, _supervisor boolean) returns void language sql as $$
  insert into usage_people as u (billing, team, day, person, automation, supervisor)
    select p.id, _team, _day, _person, _bot, _supervisor from payer_of(_team) p
    on conflict (team, day, person) do update set supervisor = true where excluded.supervisor and not u.supervisor
$$;

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

-- The contact of a conversation works with the product once an answer arrives. A number is kept as its hash only.
create function count_contact() returns trigger language plpgsql as $$
declare
  _execution record;
begin
  select e.team, e.automation, e.mobile into _execution from executions e left join automations a on a.id = e.automation
    where e.id = new.execution and not e.demo and not coalesce(a.demo, false);
  if found then
    perform count_worker(_execution.team, (now() at time zone 'UTC')::date,
      coalesce((select p.uid from people p where p.mobile = _execution.mobile),
        'contact ' || left(encode(sha256(convert_to(_execution.mobile, 'UTF8')), 'hex'), 24)), _execution.automation, true);
  end if;
  return null;
end $$;
create trigger count_contact after insert on execution_messages for each row when (new.way = 'in') execute function count_contact();

-- Projects without an account: the people of the last 30 days.
insert into usage_people (billing, team, day, person, supervisor)
  select distinct on (r.tenant, (r.created_at at time zone 'UTC')::date, r.created_by) p.id, r.tenant, (r.created_at at time zone 'UTC')::date,
      r.created_by, exists (select 1 from members m where m.team = r.tenant and m.uid = r.created_by and m.role <> 'Worker')
    from teams t cross join lateral payer_of(t.id) p join records r on r.tenant = t.id
    where t.billing is null and r.path like 'forms/%' and r.created_at > now() - interval '30 days'
      and exists (select 1 from people o where o.uid = r.created_by)
  on conflict do nothing;
