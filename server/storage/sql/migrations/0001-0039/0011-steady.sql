-- What a save and a job cost must not grow with what is stored or waits. A function's plans are made at its
-- first call on a connection, which may see empty tables; nothing makes the embedded database plan again,
-- so that a table read from end to end then is read so for ever. These functions are told to go by their
-- indexes.
--
-- jobs_open holds the jobs that have not ended, in the order in which they are due, so that those that are
-- due next are the first it names. It says nothing about their state: taking a job changes no index.

alter function save_records(jsonb) set enable_seqscan = off;
alter function save_records(jsonb) set enable_bitmapscan = off;
alter function save_records(jsonb) set enable_hashjoin = off;
alter function save_records(jsonb) set enable_mergejoin = off;
alter function people_of_sessions(jsonb) set enable_seqscan = off;
alter function people_of_sessions(jsonb) set enable_bitmapscan = off;
alter function people_of_sessions(jsonb) set enable_hashjoin = off;
alter function people_of_sessions(jsonb) set enable_mergejoin = off;

drop index jobs_due;
create index jobs_open on jobs (run_at, id) where finished_at is null;
-- Room for the copy that taking a job makes, so that it stays on its page.
alter table jobs set (fillfactor = 50);

create or replace function next_jobs(_done jsonb, _kinds jsonb, _most integer, _lease_ms float8) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  kinds text[] := array(select jsonb_array_elements_text(_kinds));
  taken jsonb := '[]';
begin
  if jsonb_array_length(_done) > 0 then
    update jobs j set state = 'done', finished_at = now(), locked_until = null, last_error = null
      from jsonb_to_recordset(_done) mine(id bigint, attempt integer)
      where j.id = mine.id and j.attempts = mine.attempt and j.state = 'running';
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
