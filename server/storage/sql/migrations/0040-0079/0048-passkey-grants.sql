-- `grants.passkey`: its person showed a passkey in the session that came with it. The session itself is
-- deleted at the log-out.

alter table grants add column passkey boolean not null default false;
update grants set passkey = true where session in (select token_sha256 from sessions where passkey);
