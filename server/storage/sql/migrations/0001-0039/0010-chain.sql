-- The links of devices' chains of saves, as they arrived (contract/rules/chainHeader.ts). `whole`: hash and
-- content are those that the device named. Nothing is refused for its link; gaps and changes are told when
-- somebody asks, because what is missing today may arrive tomorrow. Two links with one number are two rows:
-- that there are two is what has to be told.

create table chain_links (
  op_id text primary key,
  chain text not null,
  n bigint not null,
  prev text not null,
  hash text not null,
  device text not null,
  carried_by text not null,
  actor text not null,
  path text not null,
  client_at timestamptz not null,
  skew_ms bigint not null default 0,
  received_at timestamptz not null default now(),
  whole boolean not null,
  discarded boolean not null default false
);
create index chain_links_order on chain_links (chain, n);
create index chain_links_path on chain_links (path);
create index chain_links_device on chain_links (device);
