/**
 * The write contract's transaction in one round trip (seven otherwise). It decides and stores; merging is TypeScript's, which
 * passes the finished model together with the revision it was made from.
 *
 * Answers {outcome: …}:
 *   known            the operation has a receipt: {receipt}
 *   parent_missing   the operation named in _parent has not arrived yet
 *   out_of_order     a later operation of the same person, device and record is stored already
 *   upload_missing   {file}: not (completely) here yet
 *   upload_mismatch  {file}: here, but with other bytes
 *   moved            the record is not at revision _expected, or _expected is null: {rev, model, …}. Nothing was written
 *   applied          {rev, body}
 * Raises MU001 when another transaction with the same operation or the same new record finished first: begin again.
 *
 * Locks are taken in one order everywhere: record, receipt, files, and the tenant's counter last. That row is held until the commit,
 * so numbers of changes are given out in the order of commits, without gaps.
 */
export const saveRecord = /* sql */ `
create function save_record(
  _op text, _tenant text, _actor text, _device text, _path text, _seq bigint, _sha text, _parent text,
  _expected integer, _model jsonb, _client_at timestamptz, _corrected_at timestamptz,
  _files jsonb, _feed jsonb, _jobs jsonb
) returns jsonb language plpgsql as $$
declare
  rec records;
  receipt receipts;
  parent_rev integer;
  new_rev integer;
  new_seq bigint;
  bad text;
  answer jsonb;
begin
  select * into rec from records r where r.path = _path for update;

  select * into receipt from receipts p where p.op_id = _op;
  if found then
    return jsonb_build_object('outcome', 'known', 'receipt', to_jsonb(receipt));
  end if;

  if _parent is not null then
    select * into receipt from receipts p where p.op_id = _parent and p.actor = _actor;
    if not found then
      return jsonb_build_object('outcome', 'parent_missing');
    end if;
    if receipt.path = _path then
      parent_rev := receipt.rev;
    end if;
  end if;

  perform 1 from receipts p
    where p.path = _path and p.actor = _actor and p.device = _device and p.seq >= _seq and p.status = 'applied' limit 1;
  if found then
    return jsonb_build_object('outcome', 'out_of_order');
  end if;

  if jsonb_array_length(_files) > 0 then
    select want.id into bad
      from jsonb_to_recordset(_files) want(id text, sha256 text, size bigint)
      left join files f on f.id = want.id and f.complete
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
    return jsonb_build_object('outcome', 'moved', 'rev', coalesce(rec.rev, 0), 'model', coalesce(rec.model, '{}'), 'parentRev', parent_rev,
      'createdBy', rec.created_by, 'createdDevice', rec.created_device);
  end if;

  new_rev := _expected + 1;
  answer := jsonb_build_object('opId', _op, 'path', _path, 'rev', new_rev);
  insert into receipts (op_id, tenant, actor, device, path, seq, payload_sha256, status, http_status, body, rev)
    values (_op, _tenant, _actor, _device, _path, _seq, _sha, 'applied', 200, answer, new_rev)
    on conflict do nothing;
  if not found then
    raise exception using errcode = 'MU001', message = 'operation applied meanwhile';
  end if;

  if _expected = 0 then
    insert into records (path, tenant, rev, model, deleted, created_by, created_device, updated_by, client_at, corrected_at)
      values (_path, _tenant, new_rev, _model, coalesce(_model -> 'deleted' = 'true', false), _actor, _device, _actor, _client_at, _corrected_at)
      on conflict do nothing;
    if not found then
      raise exception using errcode = 'MU001', message = 'record made meanwhile';
    end if;
  else
    update records r set rev = new_rev, model = _model, deleted = coalesce(_model -> 'deleted' = 'true', false),
        updated_by = _actor, updated_at = now(), client_at = _client_at, corrected_at = _corrected_at
      where r.path = _path;
  end if;

  if _path like 'people/%' then
    update people p set lang = coalesce(_model ->> 'lang', p.lang) where p.uid = substr(_path, 8);
  end if;

  if jsonb_array_length(_files) > 0 then
    update files f set path = _path, tenant = _tenant
      where f.path is null and f.id in (select want.id from jsonb_to_recordset(_files) want(id text));
  end if;

  if _feed is not null then
    insert into feed_entries (path, n, tenant, op_id, type, input, sms, text, actor)
      select _path, coalesce(max(e.n), 0) + 1, _tenant, _op, _feed ->> 'type', _feed ->> 'input', coalesce((_feed ->> 'sms')::boolean, false),
        _feed ->> 'text', _actor
      from feed_entries e where e.path = _path;
  end if;

  if _jobs is not null then
    insert into jobs (kind, key, payload)
      select j.kind, j.key, j.payload from jsonb_to_recordset(_jobs) j(kind text, key text, payload jsonb);
  end if;

  update tenants t set seq = t.seq + 1 where t.id = _tenant returning t.seq into new_seq;
  if not found then
    insert into tenants as t (id, seq) values (_tenant, 1) on conflict (id) do update set seq = t.seq + 1 returning t.seq into new_seq;
  end if;
  insert into changes (tenant, seq, path, rev) values (_tenant, new_seq, _path, new_rev);

  return jsonb_build_object('outcome', 'applied', 'rev', new_rev, 'body', answer);
end $$;
`
