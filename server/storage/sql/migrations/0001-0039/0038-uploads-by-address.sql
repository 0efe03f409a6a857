-- What people without an account have lying here is counted by address and by device, in bytes that have
-- arrived: `arrived` of a file that is not complete, its size afterwards. The address group is hashed.

alter table files add column arrived bigint not null default 0;
alter table files add column created_address text;
-- Those under way count as begun: how much of them is here is not known yet.
update files set arrived = 1 where not complete;
