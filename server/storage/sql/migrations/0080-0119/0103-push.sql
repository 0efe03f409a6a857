-- Notices by Web Push. A subscription belongs to the session that made it: a log-out, a sign-out from elsewhere,
-- an expired session and a removed account end it.

create table push_keys (
  -- One row: all servers of the database sign with the same key.
  id integer primary key check (id = 1),
  -- P-256, base64url; the private key is encrypted with the secret of the server.
  public_key text not null,
  sealed text not null
);

create table push_subscriptions (
  id text primary key,
  session text not null references sessions (id) on delete cascade,
  uid text not null references people on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index push_subscriptions_session on push_subscriptions (session);
create index push_subscriptions_uid on push_subscriptions (uid, created_at);

create table push_choices (
  uid text primary key references people on delete cascade,
  off_kinds jsonb not null default '[]',
  -- HH:MM in the time zone; null without quiet hours.
  quiet_from text,
  quiet_until text,
  timezone text,
  details boolean not null default false
);
