-- Returns the people that live sessions belong to: an array of objects with `token`, `seen` (seconds since the
-- last request), `gains` (seconds by which the session may still be prolonged), the session and its person.
-- `_tokens` is an array of the SHA-256 of tokens. The planner settings make it use the indexes (0011).

create or replace function people_of_sessions(_tokens jsonb) returns jsonb language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select s.token_sha256 as token, extract(epoch from now() - s.last_seen)::float8 as seen,
          extract(epoch from least(now() + interval '90 days', s.created_at + interval '180 days') - s.expires_at)::float8 as gains,
          coalesce(s.id, '') as session, s.host_only, s.passkey,
          not s.passkey and exists (select 1 from billing_accounts where require_passkey) and (
            exists (select 1 from billing_members bm join billing_accounts b on b.id = bm.billing
                    where bm.uid = p.uid and bm.role in ('Owner', 'Administrator') and b.require_passkey and not b.deleted)
            or exists (select 1 from members pm join teams pt on pt.id = pm.team join billing_accounts b on b.id = pt.billing
                    where pm.uid = p.uid and pm.role in ('Owner', 'Administrator') and b.require_passkey and not b.deleted and not pt.deleted)
          ) as wants_passkey,
          p.uid, p.name, p.mobile, p.lang, p.is_admin, p.is_beta, p.disabled,
          coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role) order by t.name)
                    from members m join teams t on t.id = m.team where m.uid = p.uid and not t.deleted), '[]') as teams
        from sessions s join people p on p.uid = s.uid
        where s.token_sha256 = any (array(select jsonb_array_elements_text(_tokens))) and s.expires_at > now()
    ) x
  );
end $$;
