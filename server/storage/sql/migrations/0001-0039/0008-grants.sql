-- Deferred-upload grants, and uploads that arrive sealed: `sealed_size` is how many bytes travel for a file
-- of `size`.

create table grants (
  id text primary key,
  token_sha256 text not null unique,
  uid text not null,
  device text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
create index grants_uid on grants (uid, created_at);
create index grants_expires_at on grants (expires_at);

alter table files add column sealed_size bigint;
