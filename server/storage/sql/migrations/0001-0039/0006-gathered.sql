-- What every save and every job asks for, as functions, so that PostgreSQL plans it once a connection and
-- not each time.
--
-- people_of_sessions() takes SHA-256 of tokens and answers who they belong to while they live: token, seen
-- (seconds ago), and the person.
-- next_jobs() notes jobs that ended ([{id, attempt}]) and hands out up to _most that are due, of these
-- kinds, for _lease_ms. Whoever lost the lease meanwhile changes nothing: the attempts have moved on.

create function people_of_sessions(_tokens jsonb) returns jsonb language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select s.token_sha256 as token, extract(epoch from now() - s.last_seen)::float8 as seen,
          p.uid, p.name, p.mobile, p.lang, p.is_admin, p.is_beta, p.disabled,
          coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role) order by t.name)
                    from members m join teams t on t.id = m.team where m.uid = p.uid), '[]') as teams
        from sessions s join people p on p.uid = s.uid
        where s.token_sha256 = any (array(select jsonb_array_elements_text(_tokens))) and s.expires_at > now()
    ) x
  );
end $$;

create function next_jobs(_done jsonb, _kinds jsonb, _most integer, _lease_ms float8) returns jsonb
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
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
        where run_at <= now() and kind in (select jsonb_array_elements_text(_kinds))
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
