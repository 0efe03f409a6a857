-- Short links, and the translations that an outside translator was paid for.

create table short_links (
  code text primary key,
  target text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index short_links_expires_at on short_links (expires_at);

create table translations (
  lang text not null,
  text_sha256 text not null,
  translation text not null,
  used_at timestamptz not null default now(),
  primary key (lang, text_sha256)
);
