-- An invitation can go to a mobile number by text. The number belongs to the account that joins with it.
alter table invites add column mobile text;
create index invites_mobile on invites (team, mobile) where mobile is not null and accepted_at is null;
