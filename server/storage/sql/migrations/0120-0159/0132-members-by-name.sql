-- A migration of its own: people read members while the names are filled in, and saves do not write to members. The rank is
-- that of membersOf.ts.
update members m set sorted = lower(left(p.name, 100)) from people p where p.uid = m.uid and m.sorted is null;
create index members_by_name on members
  (team, (case role when 'Owner' then 0 when 'Administrator' then 1 when 'Member' then 2 else 3 end), sorted, uid);
