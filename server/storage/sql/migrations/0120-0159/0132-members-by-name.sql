-- A migration of its own: people read members while the names are filled in, and saves do not write to members. The rank is
-- that of membersOf.ts. The index comes first: a table with pending events of triggers gets none.
create index members_by_name on members
  (team, (case role when 'Owner' then 0 when 'Administrator' then 1 when 'Member' then 2 else 3 end), sorted, uid);
update members m set sorted = lower(left(p.name, 100)) from people p where p.uid = m.uid and m.sorted is null;
-- New names enter the index of 0120 at once: each search reads a list of those that wait for it.
alter index people_name_parts set (fastupdate = off);
