-- Who made a sign-in link: its use asks again whether that person may make it. Null for a command on the computer of
-- the server. Links of before have nobody to ask about, and end.

delete from sign_in_links;
alter table sign_in_links add column made_by text;
