-- save_record() for a list of saves, in one transaction: answers the list of its answers. It fails as a whole, with
-- nothing written, where one of them would raise or another transaction holds a record: then they are called one by one.
--
-- Saves that begin a record and wait for nothing are written table by table, all at once, under the same conditions as
-- in save_record(). All others go through save_record() in their order, each seeing what those before it wrote. The
-- planner settings make it use the indexes (0011). The counters of the tenants are locked last, in the order of their ids.

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
