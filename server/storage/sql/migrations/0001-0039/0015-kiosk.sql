-- Kiosks (spec/3 §4.6): the six-digit code of a bot, the devices that show it, who may let a device in
-- beside the project's Owner and Administrators, and the QR codes by which a device is let in without a
-- PIN. Tokens are kept as their SHA-256.

create table kiosk_codes (
  automation text primary key,
  code text not null unique,
  made_by text not null,
  made_at timestamptz not null default now()
);

create table kiosk_devices (
  -- What the device acts as: kiosk. and 20 letters and digits.
  uid text primary key,
  automation text not null,
  -- 8 characters that the device made up and shows.
  device_code text not null,
  token_sha256 text not null unique,
  -- The contact whose PIN let it in, or who made the QR code.
  paired_by text not null,
  paired_at timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text
);
create index kiosk_devices_automation on kiosk_devices (automation, paired_at) where revoked_at is null;

create table kiosk_contacts (
  automation text not null,
  uid text not null,
  primary key (automation, uid)
);

-- Whose PIN a device that wants in (or out) waits for.
create table kiosk_checks (
  key text primary key,
  uid text not null,
  at timestamptz not null default now()
);

create table kiosk_tickets (
  token_sha256 text primary key,
  automation text not null,
  made_by text not null,
  expires_at timestamptz not null
);
