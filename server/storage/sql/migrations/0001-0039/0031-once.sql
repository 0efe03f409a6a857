-- What is handed to somebody outside is claimed first: whoever goes on after a crash knows that the other
-- side may have taken it, and asks there before it is sent again. A claim holds neither number nor text.

create table text_claims (
  -- Of the text: the same for every attempt.
  key text primary key,
  -- Its id with the provider, once that is known.
  provider_id text unique,
  tries integer not null default 1,
  first_at timestamptz not null default now(),
  -- Of the last attempt.
  claimed_at timestamptz not null default now()
);
create index text_claims_first on text_claims (first_at);

-- Somebody has begun to hand the line over, and is at it until then.
alter table daily_log_entries add column begun_at timestamptz, add column held_until timestamptz;
