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
