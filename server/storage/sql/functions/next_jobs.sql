-- Marks jobs as done (`_done`: [{id, attempt}]) and takes up to `_most` due jobs of these kinds, for `_lease_ms`. Of a job
-- that is done only its key is needed: its payload goes. The key of a feed job is not stored: it is made of its payload. A
-- worker that has lost its lease changes nothing, because the attempts have moved on.
-- The planner settings make it use the indexes (0011). Rows are found by an array of ids: a join with a list of them reads
-- the whole index for each (0140).

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
