-- Logins with other systems: which account there is which person here, and the tickets by which a finished
-- login reaches the page that began it. `email_verified`: the person has shown that the address is theirs,
-- so a login elsewhere with that address may be joined to them. `impersonations` is the log of product
-- administrators who looked at the product as somebody else, and what such a look is known by.

alter table people add column email_verified boolean not null default false;

create table logins (
  provider text not null,
  -- The account there, as the provider names it.
  subject text not null,
  uid text not null,
  email text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index logins_uid on logins (uid);

create table login_tickets (
  ticket_sha256 text primary key,
  -- SHA-256 of what only the page that began the login knows; none for the ticket of a sign-up.
  challenge text,
  identity jsonb not null,
  expires_at timestamptz not null
);
create index login_tickets_expires_at on login_tickets (expires_at);

create table impersonations (
  id text primary key,
  token_sha256 text not null unique,
  admin text not null,
  uid text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index impersonations_uid on impersonations (uid, started_at);
create index impersonations_admin on impersonations (admin, started_at);
