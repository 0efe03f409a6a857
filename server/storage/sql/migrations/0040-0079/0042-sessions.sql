-- Sessions that people see and end, and grants that are bound to the log-out of their session.
--
-- `sessions.host_only`: its cookie has the `__Host-` prefix, so the plain name no longer opens it.
-- `sessions.passkey`: its person showed a passkey. `grants.session` is the session that came with it,
-- `left_at` the end of that session, `op_ids` what the device had not sent by then (null: not told). The
-- trigger binds them however a session ends: log-out, sign-out from elsewhere, expiry, a removed account.
--
-- people_of_sessions() is as before and tells more of the session; it keeps the planner settings of 0011.

alter table sessions add column id text;
alter table sessions add column device text not null default '';
alter table sessions add column agent text not null default '';
alter table sessions add column network text not null default '';
alter table sessions add column host_only boolean not null default false;
alter table sessions add column passkey boolean not null default false;
update sessions set id = substr(md5(token_sha256 || 'session'), 1, 20) where id is null;
create unique index sessions_id on sessions (id);
-- 180 days after the sign-in a session ends, also one that is used every day.
update sessions set expires_at = least(expires_at, created_at + interval '180 days');

alter table grants add column session text;
alter table grants add column left_at timestamptz;
alter table grants add column op_ids jsonb;
alter table grants add column device_key text;
create index grants_session on grants (session) where session is not null;
create index grants_device on grants (device);
-- Made with a life of 90 days.
update grants set expires_at = least(expires_at, now() + interval '35 days');

create function session_ended() returns trigger language plpgsql as $$
begin
  update grants set left_at = least(now(), old.expires_at), expires_at = least(expires_at, least(now(), old.expires_at) + interval '35 days')
    where session = old.token_sha256 and left_at is null;
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function session_ended();

alter table billing_accounts add column require_passkey boolean not null default false;
create index billing_accounts_passkey on billing_accounts (id) where require_passkey;

create table passkeys (
  -- Credential id, base64url.
  id text primary key,
  uid text not null references people on delete cascade,
  -- COSE key, base64url.
  public_key text not null,
  counter bigint not null,
  transports jsonb not null default '[]',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_uid on passkeys (uid, created_at);

create table passkey_challenges (
  challenge_sha256 text primary key,
  -- Who may answer it with a new passkey; null for a sign-in.
  uid text references people on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
create index passkey_challenges_uid on passkey_challenges (uid) where uid is not null;

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
