-- The page of a project shows its members by role and name. The name is beside the role, so that an index has this order
-- (0132): otherwise each page sorts thousands of members. 100 characters are enough for an order, and fit into an index.
-- Both triggers stay quiet in a save.

alter table members add column sorted text;

create function sort_member() returns trigger language plpgsql as $$
begin
  new.sorted := (select lower(left(p.name, 100)) from people p where p.uid = new.uid);
  return new;
end $$;
create trigger sort_member before insert on members for each row execute function sort_member();

create function sort_members_of_person() returns trigger language plpgsql as $$
begin
  update members set sorted = lower(left(new.name, 100)) where uid = new.uid;
  return null;
end $$;
create trigger sort_members_of_person after update of name on people
  for each row when (new.name <> old.name) execute function sort_members_of_person();
