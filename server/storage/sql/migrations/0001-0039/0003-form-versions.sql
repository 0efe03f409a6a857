-- Every version of a form that was ever published, so that its authors can go back to one.

alter table forms add column revision integer not null default 1;

create table form_versions (
  key text not null references forms on delete cascade,
  revision integer not null,
  settings jsonb not null,
  version text not null,
  public boolean not null,
  published_by text,
  published_at timestamptz not null default now(),
  primary key (key, revision)
);

insert into form_versions (key, revision, settings, version, public, published_by, published_at)
select key, revision, settings, version, public, published_by, updated_at from forms;
