-- Drafts of forms that their authors try on a phone, and the records of these trials. They are tables of their own:
-- no list, count, export or job of records reads them.

create table form_trials (
  token_sha256 text primary key,
  form text not null,
  team text not null references teams on delete cascade,
  settings jsonb not null,
  made_by text not null references people on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index form_trials_form on form_trials (form, created_at desc);

create table trial_records (
  trial text not null references form_trials on delete cascade,
  id text not null,
  model jsonb not null,
  created_at timestamptz not null default now(),
  primary key (trial, id)
);
