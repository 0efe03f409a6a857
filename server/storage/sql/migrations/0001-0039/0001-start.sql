-- Plain PostgreSQL 15; schema.ts says what the tables are for.

create table people (
  uid text primary key,
  mobile text unique,
  name text not null,
  lang text,
  is_admin boolean not null default false,
  is_beta boolean not null default false,
  disabled boolean not null default false,
  created_at timestamptz not null default now()
);

create table teams (
  id text primary key,
  name text not null,
  model jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table members (
  team text not null references teams on delete cascade,
  uid text not null references people on delete cascade,
  role text not null check (role in ('Owner', 'Administrator', 'Member', 'Worker')),
  created_at timestamptz not null default now(),
  primary key (team, uid)
);
create index members_uid on members (uid);

create table sites (
  id text primary key,
  team text not null references teams on delete cascade,
  name text not null,
  timezone text not null,
  country text not null
);
create index sites_team on sites (team);

create table lookup_items (
  team text not null references teams on delete cascade,
  lookup text not null,
  id text not null,
  label text not null,
  attributes jsonb not null default '{}',
  position integer not null default 0,
  primary key (team, lookup, id)
);

create table sessions (
  token_sha256 text primary key,
  uid text not null references people on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen timestamptz not null default now()
);
create index sessions_uid on sessions (uid);
create index sessions_expires_at on sessions (expires_at);

create table pins (
  mobile text primary key,
  hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table limits (
  key text primary key,
  window_start timestamptz not null default now(),
  count integer not null default 0
);

create table forms (
  key text primary key,
  team text not null references teams on delete cascade,
  settings jsonb not null,
  version text not null,
  public boolean not null default false,
  published_by text,
  updated_at timestamptz not null default now()
);
create index forms_team on forms (team);

create table records (
  path text primary key,
  tenant text not null,
  parent text not null generated always as (regexp_replace(path, '/[^/]*$', '')) stored,
  n bigserial not null,
  rev integer not null,
  model jsonb not null,
  deleted boolean not null default false,
  created_by text not null,
  created_device text not null,
  updated_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  client_at timestamptz,
  corrected_at timestamptz
);
create index records_list on records (parent, n desc) where not deleted;
create index records_own on records (parent, created_by, n desc) where not deleted;

create table receipts (
  op_id text primary key,
  tenant text,
  actor text not null,
  device text not null,
  path text,
  seq bigint,
  payload_sha256 text,
  status text not null check (status in ('applied', 'cancelled')),
  http_status integer,
  body jsonb,
  rev integer,
  created_at timestamptz not null default now()
);
create index receipts_order on receipts (path, actor, device, seq);
create index receipts_created_at on receipts using brin (created_at);

create table feed_entries (
  path text not null,
  n integer not null,
  tenant text not null,
  op_id text not null unique,
  type text not null,
  input text,
  sms boolean not null default false,
  text text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  primary key (path, n)
);

create table jobs (
  id bigserial primary key,
  kind text not null,
  key text not null unique,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'dead')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index jobs_due on jobs (run_at) where state in ('waiting', 'running');

create table tenants (
  id text primary key,
  seq bigint not null default 0
);

create table changes (
  tenant text not null,
  seq bigint not null,
  path text not null,
  rev integer not null,
  primary key (tenant, seq)
);

create table files (
  id text primary key,
  tenant text,
  path text,
  size bigint not null,
  sha256 text not null,
  type text not null,
  filename text not null,
  complete boolean not null default false,
  created_by text not null,
  created_device text,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index files_path on files (path);
create index files_loose on files (created_at) where path is null;

create table sms_outbox (
  id bigserial primary key,
  key text unique,
  mobile text not null,
  text text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
