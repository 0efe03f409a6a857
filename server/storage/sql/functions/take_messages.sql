-- take_message() for many texts of one bot: takes the room that is left in the quota of its account at once, and holds
-- the texts beyond it.

create or replace function take_messages(_keys text[], _team text, _bot text, _demo boolean) returns void language plpgsql as $$
declare
  _account record;
  _all integer := cardinality(_keys);
  _room integer := _all;
  _taken integer;
begin
  if _demo then
    return;
  end if;
  if _all = 1 then
    perform take_message(_keys[1], _team, _bot, _demo);
    return;
  end if;
  select * into _account from payer_of(_team);
  if not found then
    return;
  end if;
  if _account.status = 'Cancelled' then
    _room := 0;
  elsif _account.quota is not null then
    -- The row is the lock: concurrent senders wait for each other, so the quota is exact. Usually all have room.
    update usage_counts c set used = c.used + _all
      where c.billing = _account.id and c.since = _account.since and c.used + _all <= _account.quota;
    if not found then
      insert into usage_counts as c (billing, since, used)
        select _account.id, _account.since,
            (select count(*) from usage_messages u where u.billing = _account.id and not u.held and u.at >= _account.since)
          where not exists (select 1 from usage_counts u where u.billing = _account.id and u.since = _account.since)
        on conflict do nothing;
      -- A text that has its message needs no other one.
      _keys := array(select k.key from unnest(_keys) with ordinality k(key, n)
        where (select 1 from usage_messages u where u.op_id = k.key and not u.held limit 1) is null order by k.n);
      select least(cardinality(_keys), greatest(_account.quota - c.used, 0)) into _room
        from usage_counts c where c.billing = _account.id and c.since = _account.since for update;
      update usage_counts c set used = c.used + _room where c.billing = _account.id and c.since = _account.since;
    end if;
  end if;
  insert into usage_messages as u (op_id, billing, team, automation)
    select k, _account.id, _team, _bot from unnest(_keys[:_room]) k
    on conflict (op_id) do update set held = false, at = now(), billing = excluded.billing where u.held;
  get diagnostics _taken = row_count;
  if _taken < _room and _account.quota is not null then
    -- The others had their message already, or another sender has taken it.
    update usage_counts c set used = c.used - _room + _taken where c.billing = _account.id and c.since = _account.since;
  end if;
  if _room < cardinality(_keys) then
    insert into usage_messages (op_id, billing, team, automation, held)
      select k, _account.id, _team, _bot, true from unnest(_keys[_room + 1:]) k on conflict do nothing;
  end if;
end $$;
