-- Which site this database belongs to. The place of its files has a mark with the same id, and only the server of that
-- site deletes files there (server/domain/files/filesOwner.ts). The row is made at the first start, because a new
-- embedded database is a copy of one that was built.
create table site (
  one boolean primary key default true check (one),
  id text not null,
  -- The rows came from a backup: files without a mark may belong to the server that wrote it.
  restored boolean not null default false,
  -- The PostgreSQL database in which the id was given; null in the embedded one. A copy is in another one.
  home text
);
