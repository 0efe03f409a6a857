-- The transaction of the write contract in one round trip. It decides and stores; TypeScript merges, and
-- passes the finished model together with the revision that it was made from.
--
-- Takes one object:
--   op, actor, device, path, seq, sha, parent, clientAt, correctedAt   as in receipts and records
--   expected   revision that `model` was made from, 0 for a new record; null: only look
--   tenant     whose counter counts the change; or instead
--   form, roles, uid   the form's team is the tenant; writing is for its members with one of the roles, and for
--              all when the form is public. A save that its person made before they were removed counts as one of a
--              Worker (saved_as_member)
--   version, team   of the form of the record, which the caller has made the jobs from; null: any
--   files [{id, sha256?, size?}], feed, jobs [{kind, key, payload}]
--   counted    false: the caller counts the change (save_records); the answer names the tenant
--
-- Returns {outcome: …}:
--   known            the operation has a receipt: {receipt}
--   no_form, forbidden   see `form`
--   form_changed     the form has another version or team: the caller reads it and begins again. Nothing was written
--   parent_missing   the parent operation has not arrived yet
--   out_of_order     a later operation of the same person, device and record is stored already
--   upload_missing   {file}: not complete, or uploaded by somebody else and in no record
--   upload_mismatch  {file}: complete, but with other bytes
--   moved            the record is not at revision `expected`: {rev, model, parentRev, role, createdBy,
--                    createdDevice}. Nothing was written
--   applied          {rev, body}
-- Raises MU001 when another transaction with the same operation or the same new record finished first: the
-- caller begins again.
--
-- A file that no record holds is taken only by a save of the person who uploaded it, or of the device for
-- people without an account.
--
-- Locks are taken in one order everywhere: record, receipt, files, and the tenant's counter last. That row is
-- held until the commit, so changes are numbered in the order of commits, without gaps.

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
