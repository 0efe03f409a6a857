-- Tokens of logins with other systems, sealed with the secret of the server: with them the bots write for
-- their owner. A login without tokens is one to link again.

alter table logins
  add column access_sealed text,
  add column refresh_sealed text,
  add column access_until timestamptz,
  -- When the tokens came: since then the login is linked without interruption.
  add column linked_at timestamptz,
  -- Lease of the server that refreshes the tokens: a refresh token works only once.
  add column refreshing_until timestamptz;
