-- Devices that a billing account has: `id` is the device's own id (X-Device), `token_sha256` of what it
-- shows when it reports. `facts` is its last report (contract/endpoints/devices.ts). Beside them the short
-- addresses of bots' posters and what visitors of the demo pages asked for.

create table devices (
  id text primary key,
  short_id text not null unique,
  name text not null,
  billing text not null,
  token_sha256 text,
  version_code bigint not null default 0,
  facts jsonb not null default '{}',
  locked boolean not null default false,
  -- After so many working hours without a word its administrators are told; 0 never.
  alert_hours integer not null default 2,
  last_ping timestamptz,
  silence_told_at timestamptz,
  registered_by text not null,
  registered_at timestamptz not null default now(),
  revoked_by text,
  revoked_at timestamptz,
  deleted boolean not null default false,
  rev integer not null default 1
);
create index devices_billing on devices (billing) where not deleted;
create index devices_last_ping on devices (last_ping) where revoked_at is null and not deleted;

create table device_commands (
  id text primary key,
  device text not null,
  kind text not null,
  text text,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  delivered_at timestamptz,
  done_at timestamptz,
  -- Why it could not be done, in the device's words.
  failed text
);
create index device_commands_device on device_commands (device, asked_at desc);

create table bot_codes (
  code text primary key,
  automation text not null unique,
  created_at timestamptz not null default now()
);

create table demo_requests (
  id text primary key,
  page text not null,
  project text,
  email text not null,
  name text not null,
  company text not null,
  number text not null,
  -- When the visitor sent it, by their own clock.
  time timestamptz not null,
  automation text not null,
  execution text,
  created_at timestamptz not null default now()
);
create index demo_requests_automation on demo_requests (automation);
