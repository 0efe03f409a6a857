-- Libraries of a billing account and their documents. Both are taken away by a mark, so that what was
-- filled in from them keeps its origin.

create table libraries (
  key text primary key,
  billing text not null,
  name text not null,
  -- Toolbox, Forms, Orienation Training Material.
  type text not null,
  deleted boolean not null default false,
  rev integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index libraries_billing on libraries (billing) where not deleted;

create table library_documents (
  library text not null,
  key text not null,
  model jsonb not null default '{}',
  -- Id of the uploaded PDF.
  file text,
  deleted boolean not null default false,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (library, key)
);
create index library_documents_file on library_documents (file) where file is not null;
