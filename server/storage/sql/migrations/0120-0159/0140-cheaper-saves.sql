-- A save costs the database less.
-- The text of a feed entry is sent by a job whose key is its operation and ":feed". The key is not stored: next_jobs makes it
-- of the payload. The receipt of the operation keeps the save, and so the job, from being there twice. next_jobs finds its
-- rows by their ids: joined with a list of them, it read the whole index for each job. A batch of saves reads the row of
-- their form once. Texts that have room in the quota are counted in three statements instead of seven.

alter table jobs alter column key drop not null;

create or replace function save_record(_p jsonb) returns jsonb language plpgsql as $$
declare
  _op text := _p ->> 'op';
  _path text := _p ->> 'path';
  _actor text := _p ->> 'actor';
  _device text := _p ->> 'device';
  _seq bigint := (_p ->> 'seq')::bigint;
  _expected integer := (_p ->> 'expected')::integer;
  _model jsonb := _p -> 'model';
  _tenant text := _p ->> 'tenant';
  _files jsonb := coalesce(nullif(_p -> 'files', 'null'), '[]');
  _feed jsonb := nullif(_p -> 'feed', 'null');
  _jobs jsonb := coalesce(nullif(_p -> 'jobs', 'null'), '[]');
  rec records;
  receipt receipts;
  is_public boolean;
  member_role text;
  parent_rev integer;
  new_rev integer;
  new_seq bigint;
  bad text;
  answer jsonb;
begin
  select * into rec from records r where r.path = _path for update;

  select * into receipt from receipts p where p.op_id = _op;
  if found then
    receipt.body := coalesce(receipt.body, jsonb_build_object('opId', receipt.op_id, 'path', receipt.path, 'rev', receipt.rev));
    return jsonb_build_object('outcome', 'known', 'receipt', to_jsonb(receipt));
  end if;

  if _p ->> 'form' is not null then
    select f.team, f.public, m.role into _tenant, is_public, member_role
      from forms f left join members m on m.team = f.team and m.uid = _p ->> 'uid' where f.key = _p ->> 'form';
    if not found then
      return jsonb_build_object('outcome', 'no_form');
    end if;
    if member_role is null and saved_as_member(_tenant, _p ->> 'uid', (_p ->> 'correctedAt')::timestamptz) then
      member_role := 'Worker';
    end if;
    if not is_public and not coalesce(_p -> 'roles' ? member_role, false) then
      return jsonb_build_object('outcome', 'forbidden');
    end if;
  end if;

  if _p ->> 'version' is not null then
    perform 1 from forms f where f.key = split_part(_path, '/', 2) and f.version = _p ->> 'version' and f.team = _p ->> 'team';
    if not found then
      return jsonb_build_object('outcome', 'form_changed');
    end if;
  end if;

  if _p ->> 'parent' is not null then
    select * into receipt from receipts p where p.op_id = _p ->> 'parent' and p.actor = _actor;
    if not found then
      return jsonb_build_object('outcome', 'parent_missing');
    end if;
    if receipt.path = _path then
      parent_rev := receipt.rev;
    end if;
  end if;

  perform 1 from receipts p
    where p.path = _path and p.actor = _actor and p.device = _device and p.seq >= _seq and p.status = 'applied'
      -- The same operation may have been stored since the look for its receipt.
      and p.op_id <> _op limit 1;
  if found then
    return jsonb_build_object('outcome', 'out_of_order');
  end if;

  if jsonb_array_length(_files) > 0 then
    select want.id into bad
      from jsonb_to_recordset(_files) want(id text, sha256 text, size bigint)
      left join files f on f.id = want.id and f.complete
        and (f.path is not null or (f.created_by = _actor and (_actor <> 'anonymous' or f.created_device = _device)))
      where f.id is null limit 1;
    if found then
      return jsonb_build_object('outcome', 'upload_missing', 'file', bad);
    end if;
    select want.id into bad
      from jsonb_to_recordset(_files) want(id text, sha256 text, size bigint)
      join files f on f.id = want.id
      where f.sha256 <> coalesce(want.sha256, f.sha256) or f.size <> coalesce(want.size, f.size) limit 1;
    if found then
      return jsonb_build_object('outcome', 'upload_mismatch', 'file', bad);
    end if;
  end if;

  if _expected is null or _expected <> coalesce(rec.rev, 0) then
    return jsonb_build_object('outcome', 'moved', 'rev', coalesce(rec.rev, 0), 'model', coalesce(rec.model, '{}'), 'parentRev', parent_rev, 'role', member_role,
      'createdBy', rec.created_by, 'createdDevice', rec.created_device);
  end if;

  new_rev := _expected + 1;
  answer := jsonb_build_object('opId', _op, 'path', _path, 'rev', new_rev);
  -- Without a body: `known` makes it of op_id, path and rev.
  insert into receipts (op_id, tenant, actor, device, path, seq, payload_sha256, status, http_status, rev)
    values (_op, _tenant, _actor, _device, _path, _seq, _p ->> 'sha', 'applied', 200, new_rev)
    on conflict do nothing;
  if not found then
    raise exception using errcode = 'MU001', message = 'operation applied meanwhile';
  end if;

  if _expected = 0 then
    insert into records (path, tenant, rev, model, deleted, created_by, created_device, updated_by, client_at, corrected_at)
      values (_path, _tenant, new_rev, _model, coalesce(_model -> 'deleted' = 'true', false), _actor, _device, _actor,
        (_p ->> 'clientAt')::timestamptz, (_p ->> 'correctedAt')::timestamptz)
      on conflict do nothing;
    if not found then
      raise exception using errcode = 'MU001', message = 'record made meanwhile';
    end if;
  else
    update records r set rev = new_rev, model = _model, deleted = coalesce(_model -> 'deleted' = 'true', false),
        updated_by = _actor, updated_at = now(),
        client_at = (_p ->> 'clientAt')::timestamptz, corrected_at = (_p ->> 'correctedAt')::timestamptz
      where r.path = _path;
  end if;

  if _path like 'people/%' then
    update people p set lang = coalesce(_model ->> 'lang', p.lang) where p.uid = substr(_path, 8);
  end if;

  if jsonb_array_length(_files) > 0 then
    update files f set path = _path, tenant = _tenant
      where f.path is null and f.created_by = _actor and (_actor <> 'anonymous' or f.created_device = _device)
        and f.id in (select want.id from jsonb_to_recordset(_files) want(id text));
  end if;

  if _feed is not null then
    insert into feed_entries (path, n, tenant, op_id, type, input, sms, text, actor)
      select _path, coalesce(max(e.n), 0) + 1, _tenant, _op, _feed ->> 'type', _feed ->> 'input', coalesce((_feed ->> 'sms')::boolean, false),
        _feed ->> 'text', _actor
      from feed_entries e where e.path = _path;
  end if;

  if jsonb_array_length(_jobs) > 0 then
    insert into jobs (kind, key, payload, kept)
      select j.kind, nullif(j.key, (j.payload ->> 'opId') || ':feed'), j.payload || jsonb_build_object('tenant', _tenant), false
        from jsonb_to_recordset(_jobs) j(kind text, key text, payload jsonb);
  end if;

  if _p -> 'counted' = 'false' then
    return jsonb_build_object('outcome', 'applied', 'rev', new_rev, 'body', answer, 'tenant', _tenant);
  end if;
  update tenants t set seq = t.seq + 1 where t.id = _tenant returning t.seq into new_seq;
  if not found then
    insert into tenants as t (id, seq) values (_tenant, 1) on conflict (id) do update set seq = t.seq + 1 returning t.seq into new_seq;
  end if;
  insert into changes (tenant, seq, path, rev) values (_tenant, new_seq, _path, new_rev);

  return jsonb_build_object('outcome', 'applied', 'rev', new_rev, 'body', answer);
end $$;

create or replace function save_records(_saves jsonb) returns jsonb language plpgsql set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  _all integer := jsonb_array_length(_saves);
  _save jsonb;
  answer jsonb;
  answers jsonb;
  is_new boolean;
  are_different boolean;
  plain bigint[] := '{}';
  paths text[] := '{}';
  tenants_of text[] := '{}';
  revs integer[] := '{}';
  n integer := 0;
  _last bigint;
begin
  select array_agg(s ->> 'path'), count(distinct s ->> 'path') = _all and count(distinct s ->> 'op') = _all
    into paths, are_different from jsonb_array_elements(_saves) s;
  perform 1 from records r where r.path = any (paths) order by r.path for update nowait;
  is_new := not found;
  paths := '{}';

  -- The statement costs as much as two or three saves, and a tenth of one for each.
  if _all > 2 and are_different then
    with plain_ones as materialized (
      select e.n, s.*, case when s.form is null then s.tenant else f.team end as counted_in
      from jsonb_array_elements(_saves) with ordinality e(save, n)
        cross join lateral jsonb_to_record(e.save) s(op text, tenant text, form text, version text, team text, roles jsonb, uid text, actor text,
          device text, path text, seq bigint, sha text, parent text, expected integer, model jsonb, "clientAt" timestamptz,
          "correctedAt" timestamptz, files jsonb, feed jsonb, jobs jsonb)
        -- One value for all saves of a form, so that the row of the form is read once ("memoize").
        cross join lateral (select coalesce(s.form, split_part(s.path, '/', 2)) as key offset 0) k
        left join lateral (select f.team, f.public, f.version from forms f where f.key = k.key limit 1) f on true
        left join lateral (select m.role from members m where m.team = f.team and m.uid = s.uid limit 1) m on true
      where s.expected = 0 and s.parent is null and coalesce(s.files, '[]') in ('[]', 'null') and s.path not like 'people/%'
        and (s.form is null or f.public or coalesce(s.roles ? m.role, false))
        and (s.version is null or (f.version = s.version and f.team = s.team))
        and (case when s.form is null then s.tenant else f.team end) is not null
        and (is_new or (select 1 from records r where r.path = s.path limit 1) is null)
        and (select 1 from receipts p where p.op_id = s.op limit 1) is null
        and (select 1 from receipts p
              where p.path = s.path and p.actor = s.actor and p.device = s.device and p.seq >= s.seq and p.status = 'applied' limit 1) is null
    ), new_receipts as (
      insert into receipts (op_id, tenant, actor, device, path, seq, payload_sha256, status, http_status, rev)
        select op, counted_in, actor, device, path, seq, sha, 'applied', 200, 1 from plain_ones
    ), new_records as (
      insert into records (path, tenant, rev, model, deleted, created_by, created_device, updated_by, client_at, corrected_at)
        select path, counted_in, 1, model, coalesce(model -> 'deleted' = 'true', false), actor, device, actor, "clientAt", "correctedAt" from plain_ones
    ), new_entries as (
      insert into feed_entries (path, n, tenant, op_id, type, input, sms, text, actor)
        select path, 1, counted_in, op, feed ->> 'type', feed ->> 'input', coalesce((feed ->> 'sms')::boolean, false), feed ->> 'text', actor
        from plain_ones where feed is not null and feed <> 'null'
    ), new_jobs as (
      insert into jobs (kind, key, payload, kept)
        select j.kind, nullif(j.key, (j.payload ->> 'opId') || ':feed'), j.payload || jsonb_build_object('tenant', s.counted_in), false
        from plain_ones s, jsonb_to_recordset(coalesce(nullif(s.jobs, 'null'), '[]')) j(kind text, key text, payload jsonb) order by s.n
    )
    select coalesce(array_agg(s.n), '{}'), coalesce(array_agg(s.path), '{}'), coalesce(array_agg(s.counted_in), '{}'), coalesce(array_agg(1), '{}'),
        jsonb_agg(jsonb_build_object('outcome', 'applied', 'rev', 1, 'body', jsonb_build_object('opId', s.op, 'path', s.path, 'rev', 1)))
      into plain, paths, tenants_of, revs, answers
      from (select p.n, p.op, p.path, p.counted_in from plain_ones p order by p.n) s;
  end if;

  if cardinality(plain) < _all then
    answers := '[]';
    for _save in select s from jsonb_array_elements(_saves) s loop
      n := n + 1;
      if n = any (plain) then
        answer := jsonb_build_object('outcome', 'applied', 'rev', 1,
          'body', jsonb_build_object('opId', _save -> 'op', 'path', _save -> 'path', 'rev', 1));
      else
        answer := save_record(_save || '{"counted": false}');
        if answer ->> 'outcome' = 'applied' then
          tenants_of := tenants_of || (answer ->> 'tenant');
          paths := paths || (_save ->> 'path');
          revs := revs || (answer ->> 'rev')::integer;
        end if;
      end if;
      answers := answers || jsonb_build_array(answer);
    end loop;
  end if;

  if tenants_of <@ tenants_of[:1] then
    update tenants t set seq = t.seq + cardinality(paths) where t.id = tenants_of[1] returning t.seq into _last;
    if found then
      insert into changes (tenant, seq, path, rev)
        select tenants_of[1], _last - cardinality(paths) + c.n, c.path, c.rev from unnest(paths, revs) with ordinality c(path, rev, n);
      return answers;
    end if;
  end if;

  insert into tenants (id, seq) select distinct c.tenant, 0 from unnest(tenants_of) c(tenant)
    where (select 1 from tenants t where t.id = c.tenant limit 1) is null order by c.tenant on conflict do nothing;
  with counted as materialized (
    select c.tenant, count(*) as most from unnest(tenants_of) c(tenant) group by c.tenant
  ), held as materialized (
    select t.id from tenants t where t.id = any (tenants_of) order by t.id for no key update
  ), moved as (
    update tenants t set seq = t.seq + c.most from held h join counted c on c.tenant = h.id where t.id = h.id returning t.id, t.seq - c.most as before
  )
  insert into changes (tenant, seq, path, rev)
    select c.tenant, m.before + row_number() over (partition by c.tenant order by c.n), c.path, c.rev
      from moved m join unnest(tenants_of, paths, revs) with ordinality c(tenant, path, rev, n) on c.tenant = m.id;
  return answers;
end $$;

create or replace function next_jobs(_done jsonb, _kinds jsonb, _most integer, _lease_ms float8) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  kinds text[] := array(select jsonb_array_elements_text(_kinds));
  ids bigint[];
  attempts_of integer[];
  gone integer;
  taken jsonb := '[]';
begin
  if jsonb_array_length(_done) > 0 then
    -- Of several runs of a job that ended together, array_position finds the last one.
    select array_agg(m.id order by m.attempt desc), array_agg(m.attempt order by m.attempt desc) into ids, attempts_of
      from jsonb_to_recordset(_done) m(id bigint, attempt integer);
    delete from jobs j where j.id = any (ids) and j.state = 'running' and not j.kept and j.attempts = attempts_of[array_position(ids, j.id)];
    get diagnostics gone = row_count;
    if gone < cardinality(ids) then
      update jobs j set state = 'done', finished_at = now(), locked_until = null, last_error = null, payload = '{}'
        where j.id = any (ids) and j.state = 'running' and j.kept and j.attempts = attempts_of[array_position(ids, j.id)];
    end if;
  end if;
  if _most > 0 then
    ids := array(
      select id from jobs
        where finished_at is null and run_at <= now() and kind = any (kinds)
          and (state = 'waiting' or (state = 'running' and locked_until < now()))
        order by run_at, id limit _most for update skip locked);
    with now_mine as (
      update jobs j set state = 'running', attempts = j.attempts + 1, locked_until = now() + _lease_ms * interval '1 millisecond'
        where j.id = any (ids)
        returning j.id, j.kind, coalesce(j.key, (j.payload ->> 'opId') || ':feed') as key, j.payload, j.attempts
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'kind', n.kind, 'key', n.key, 'payload', n.payload, 'attempt', n.attempts) order by n.id), '[]')
      into taken from now_mine n;
  end if;
  return taken;
end $$;

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
