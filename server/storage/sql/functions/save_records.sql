-- save_record() for a list of saves, in one transaction: answers the list of its answers. It fails as a whole, with
-- nothing written, where one of them would raise or another transaction holds a record: then they are called one by one.
--
-- Saves that begin a record and wait for nothing are written table by table, all at once, under the same conditions as
-- in save_record(). All others go through save_record() in their order, each seeing what those before it wrote. The
-- planner settings make it use the indexes (0011).

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
