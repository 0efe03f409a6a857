-- People and groups that the directory of a company keeps (SCIM). `directories` has one row for each billing account
-- that has ever had a token; its row is locked while the directory writes. `document` is the resource as the directory
-- sent it. `origin` says how the person came into the directory: made by it, a member of the account before, or joined
-- from elsewhere. `deleted` keeps the origin of a person whom the directory removed and may bring back.

create table directories (
  billing text primary key,
  token_sha256 text unique,
  made_by text,
  made_at timestamptz,
  called_at timestamptz
);

create table directory_people (
  billing text not null,
  uid text not null references people on delete cascade,
  user_name text not null,
  external_id text,
  email text,
  origin text not null check (origin in ('made', 'member', 'joined')),
  active boolean not null default true,
  deleted boolean not null default false,
  document jsonb not null,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (billing, uid)
);
create unique index directory_people_user_name on directory_people (billing, lower(user_name)) where not deleted;
create index directory_people_external_id on directory_people (billing, external_id) where not deleted;
create index directory_people_email on directory_people (billing, lower(email)) where not deleted;
create index directory_people_uid on directory_people (uid);
create index directory_people_order on directory_people (billing, created_at, uid) where not deleted;

create table directory_groups (
  id text primary key,
  billing text not null,
  name text not null,
  external_id text,
  -- What the group gives: a role in a project.
  team text,
  role text check (role in ('Administrator', 'Member', 'Worker')),
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((team is null) = (role is null))
);
create unique index directory_groups_name on directory_groups (billing, lower(name));
create index directory_groups_team on directory_groups (team) where team is not null;

create table directory_group_members (
  grp text not null references directory_groups on delete cascade,
  uid text not null references people on delete cascade,
  primary key (grp, uid)
);
create index directory_group_members_uid on directory_group_members (uid);
