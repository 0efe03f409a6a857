-- Marks jobs as done (`_done`: [{id, attempt}]) and takes up to `_most` due jobs of these kinds, for
-- `_lease_ms`. Of a job that is done only its key is needed: its payload goes. A worker that has lost its lease changes nothing, because the attempts have moved on.
-- The planner settings make it use the indexes (0011).

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
