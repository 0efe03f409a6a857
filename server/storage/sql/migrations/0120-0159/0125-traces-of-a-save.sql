-- A save leaves less behind.
-- Its job is deleted when it is done: its receipt keeps the save, and so the job, from running again. Its receipt has no
-- answer of its own any more: the answer is op_id, path and rev.

-- False: the row is deleted when the job is done. True keeps its key, so that the job never runs again.
alter table jobs add column kept boolean not null default true;

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
      select j.kind, j.key, j.payload || jsonb_build_object('tenant', _tenant), false from jsonb_to_recordset(_jobs) j(kind text, key text, payload jsonb);
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
  _save jsonb;
  answer jsonb;
  answers jsonb[];
  plain bigint[] := '{}';
  paths text[] := '{}';
  tenants_of text[] := '{}';
  revs integer[] := '{}';
  n integer := 0;
  _tenant text;
  _count integer;
  _last bigint;
begin
  perform 1 from records r where r.path in (select s ->> 'path' from jsonb_array_elements(_saves) s) order by r.path for update nowait;

  -- The statement costs as much as two or three saves, and a fifth of one for each.
  if jsonb_array_length(_saves) > 2 then
    with asked as materialized (
      select e.n, s.*, count(*) over (partition by s.path) as of_path, count(*) over (partition by s.op) as of_op
      from jsonb_array_elements(_saves) with ordinality e(save, n),
        jsonb_to_record(e.save) s(op text, tenant text, form text, roles jsonb, uid text, actor text, device text, path text, seq bigint, sha text,
          parent text, expected integer, model jsonb, "clientAt" timestamptz, "correctedAt" timestamptz, files jsonb, feed jsonb, jobs jsonb)
    ), plain_ones as materialized (
      select s.*, coalesce(f.team, s.tenant) as counted_in
      from asked s
        left join lateral (select f.team, f.public from forms f where f.key = s.form limit 1) f on true
        left join lateral (select m.role from members m where m.team = f.team and m.uid = s.uid limit 1) m on true
      where s.expected = 0 and s.parent is null and coalesce(s.files, '[]') in ('[]', 'null') and s.path not like 'people/%'
        and s.of_path = 1 and s.of_op = 1
        and (s.form is null or f.public or coalesce(s.roles ? m.role, false))
        and coalesce(f.team, s.tenant) is not null
        and (select 1 from records r where r.path = s.path limit 1) is null
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
        select j.kind, j.key, j.payload || jsonb_build_object('tenant', s.counted_in), false
        from plain_ones s, jsonb_to_recordset(coalesce(nullif(s.jobs, 'null'), '[]')) j(kind text, key text, payload jsonb) order by s.n
    )
    select coalesce(array_agg(s.n order by s.n), '{}'), coalesce(array_agg(s.path order by s.n), '{}'),
        coalesce(array_agg(s.counted_in order by s.n), '{}'), coalesce(array_agg(1 order by s.n), '{}')
      into plain, paths, tenants_of, revs from plain_ones s;
  end if;

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
    answers := answers || answer;
  end loop;

  for _tenant, _count in select c.tenant, count(*) from unnest(tenants_of) c(tenant) group by c.tenant order by c.tenant loop
    update tenants t set seq = t.seq + _count where t.id = _tenant returning t.seq into _last;
    if not found then
      insert into tenants as t (id, seq) values (_tenant, _count) on conflict (id) do update set seq = t.seq + _count returning t.seq into _last;
    end if;
    insert into changes (tenant, seq, path, rev)
      select _tenant, _last - _count + row_number() over (order by c.n), c.path, c.rev
      from unnest(tenants_of, paths, revs) with ordinality c(tenant, path, rev, n) where c.tenant = _tenant;
  end loop;

  return to_jsonb(answers);
end $$;

create or replace function next_jobs(_done jsonb, _kinds jsonb, _most integer, _lease_ms float8) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  kinds text[] := array(select jsonb_array_elements_text(_kinds));
  taken jsonb := '[]';
begin
  if jsonb_array_length(_done) > 0 then
    with mine as materialized (
      select m.id, m.attempt from jsonb_to_recordset(_done) m(id bigint, attempt integer)
    ), gone as (
      delete from jobs j using mine where j.id = mine.id and j.attempts = mine.attempt and j.state = 'running' and not j.kept
    )
    update jobs j set state = 'done', finished_at = now(), locked_until = null, last_error = null, payload = '{}'
      from mine where j.id = mine.id and j.attempts = mine.attempt and j.state = 'running' and j.kept;
  end if;
  if _most > 0 then
    with due as materialized (
      select id from jobs
        where finished_at is null and run_at <= now() and kind = any (kinds)
          and (state = 'waiting' or (state = 'running' and locked_until < now()))
        order by run_at, id limit _most for update skip locked
    ), now_mine as (
      update jobs j set state = 'running', attempts = j.attempts + 1, locked_until = now() + _lease_ms * interval '1 millisecond'
        from due where j.id = due.id
        returning j.id, j.kind, j.key, j.payload, j.attempts
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'kind', n.kind, 'key', n.key, 'payload', n.payload, 'attempt', n.attempts) order by n.id), '[]')
      into taken from now_mine n;
  end if;
  return taken;
end $$;
