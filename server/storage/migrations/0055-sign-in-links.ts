/** One-time links that sign a person in without a PIN. A person has at most one: a new link replaces the one before. */
export const signInLinks = /* sql */ `
create table sign_in_links (
  uid text primary key references people on delete cascade,
  token_sha256 text not null unique,
  expires_at timestamptz not null
);
`
