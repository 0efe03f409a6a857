-- Every text that a bot sends takes one message of the quota before it goes: those of saves, of
-- conversations and of broadcasts alike. What has been taken in a period is one row, so that a message
-- costs the same at the end of a year as at its beginning; people that were counted today cost a look.

create table usage_counts (
  billing text not null,
  -- Of the period.
  since timestamptz not null,
  used integer not null,
  primary key (billing, since)
);

-- May this text be sent? The same key takes one message, however often it is asked; one that was held back asks anew.
create function take_message(_key text, _team text, _bot text, _demo boolean) returns boolean language plpgsql as $$
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
  select b.id, b.quota, b.status,
      case when b.period_end <= now() then b.period_end else coalesce(b.period_start, date_trunc('month', now())) end as since
    into _account from teams t join billing_accounts b on b.id = t.billing where t.id = _team;
  if not found then
    return true;
  end if;
  if _account.status = 'Cancelled' then
    insert into usage_messages (op_id, billing, team, automation, held) values (_key, _account.id, _team, _bot, true) on conflict do nothing;
    return false;
  end if;
  if _account.quota is not null then
    -- The row is the lock: one after the other, so that the quota holds to the message.
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
    -- Somebody else has taken the same one meanwhile.
    update usage_counts c set used = c.used - 1 where c.billing = _account.id and c.since = _account.since;
  end if;
  return true;
end $$;

-- The provider will never take it: it was no message.
create function give_back_message(_key text) returns void language plpgsql as $$
declare
  _row record;
begin
  delete from usage_messages u where u.op_id = _key and not u.held returning u.billing into _row;
  if found then
    delete from usage_counts c where c.billing = _row.billing;
  end if;
end $$;

-- What was not counted under another quota is counted anew.
create function forget_counts() returns trigger language plpgsql as $$
begin
  delete from usage_counts c where c.billing = new.id;
  return null;
end $$;
create trigger forget_counts after update of quota on billing_accounts
  for each row when (old.quota is distinct from new.quota) execute function forget_counts();

create or replace function count_message() returns trigger language plpgsql as $$
declare
  _bot record;
begin
  select a.id, a.demo into _bot from automations a
    where a.team = new.tenant and a.form = split_part(new.path, '/', 2) order by a.deleted, a.created_at limit 1;
  perform take_message(new.op_id, new.tenant, _bot.id, coalesce(_bot.demo, false));
  return null;
end $$;

-- By the row: a transition table costs more than the look whether somebody has been counted today.
create function count_person() returns trigger language plpgsql as $$
declare
  _person text := coalesce(new.model #>> '{attendance,person}', new.created_by);
  _billing text;
begin
  if _person = 'anonymous' or exists (
    select 1 from usage_people u where u.team = new.tenant and u.day = (now() at time zone 'UTC')::date and u.person = _person
  ) then
    return null;
  end if;
  select t.billing into _billing from teams t where t.id = new.tenant;
  if _billing is null then
    return null;
  end if;
  insert into usage_people (billing, team, day, person, automation, supervisor)
    select _billing, new.tenant, (now() at time zone 'UTC')::date, _person,
        (select b.id from automations b where b.team = new.tenant and b.form = split_part(new.path, '/', 2) order by b.deleted, b.created_at limit 1),
        exists (select 1 from members m where m.team = new.tenant and m.uid = _person and m.role in ('Owner', 'Administrator', 'Member'))
      where not exists (select 1 from automations b where b.team = new.tenant and b.form = split_part(new.path, '/', 2) and b.demo)
    on conflict do nothing;
  return null;
end $$;
drop trigger count_people on records;
create trigger count_person after insert on records for each row when (new.path like 'forms/%') execute function count_person();
