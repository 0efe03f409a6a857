-- The audit log: who changed the access of people, and when. Names are those of the time of the act.
-- `actor` is null for a command on the computer of the server. `audit_places` are the projects and billing
-- accounts of the person at that time: their managers may read the entry.
--
-- `sign_in_links`: links that sign a person in once, without a PIN. A person has at most one.

create table audit_entries (
  id bigserial primary key,
  at timestamptz not null default now(),
  what text not null,
  actor text,
  actor_name text not null,
  subject text,
  subject_name text not null
);
create index audit_entries_at on audit_entries (at);

create table audit_places (
  place text not null,
  entry bigint not null references audit_entries on delete cascade,
  primary key (place, entry)
);
create index audit_places_entry on audit_places (entry);

create table sign_in_links (
  uid text primary key references people on delete cascade,
  token_sha256 text not null unique,
  expires_at timestamptz not null
);
