-- What a company has beside forms: billing accounts, what projects and people are to them, bots, and
-- invitations to either. `rev` of a row counts its changes, for devices that keep a copy. Whatever only one
-- screen needs stands in `model`.

alter table people add column email text, add column company text;
create unique index people_email on people (lower(email)) where email is not null;

create table billing_accounts (
  id text primary key,
  name text not null,
  -- Trial, Active, Pending, Cancelled, Partner, Private.
  status text not null default 'Trial',
  model jsonb not null default '{}',
  rev integer not null default 1,
  deleted boolean not null default false,
  created_at timestamptz not null default now()
);
create table billing_members (
  billing text not null,
  uid text not null,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (billing, uid)
);
create index billing_members_uid on billing_members (uid);

alter table teams
  add column billing text,
  add column source text not null default 'own',
  add column archived boolean not null default false,
  add column deleted boolean not null default false,
  add column is_template boolean not null default false,
  add column rev integer not null default 1;
create index teams_billing on teams (billing);

create table invites (
  id text primary key,
  -- One of the two: what it invites to.
  team text,
  billing text,
  email text not null,
  name text,
  role text not null,
  token_sha256 text not null unique,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_by text,
  accepted_at timestamptz,
  check ((team is null) <> (billing is null))
);
create index invites_team on invites (team);
create index invites_billing on invites (billing);
create index invites_email on invites (lower(email));

create table automations (
  id text primary key,
  -- Of the project, or of its owner where the project is private.
  team text not null,
  owner text not null,
  class text not null,
  title text not null,
  -- Key of the form that it fills, where it fills one.
  form text,
  site text,
  parent text,
  demo boolean not null default false,
  disabled boolean not null default false,
  archived boolean not null default false,
  deleted boolean not null default false,
  model jsonb not null default '{}',
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index automations_team on automations (team) where not deleted;
create index automations_owner on automations (owner) where not deleted;
create index automations_form on automations (form) where not deleted;
