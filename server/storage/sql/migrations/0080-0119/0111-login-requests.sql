-- Log-ins that are under way at a provider that answers without our cookies (SAML). `sealed` is what other
-- providers get in a sealed cookie. The answer deletes the row, so each request takes one answer, at any server.
create table login_requests (
  state_sha256 text primary key,
  sealed text not null,
  expires_at timestamptz not null
);
create index login_requests_expires_at on login_requests (expires_at);
