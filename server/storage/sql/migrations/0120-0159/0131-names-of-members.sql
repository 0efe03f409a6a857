-- The page of a project shows its members by role and name. The name is beside the role, so that an index has this order
-- (0132): otherwise each page sorts thousands of members. 100 characters are enough for an order, and fit into an index.
-- Both triggers stay quiet in a save.

alter table members add column sorted text;

-- A name changes no rights.
create or replace function member_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.team, new.uid, new.role) = (old.team, old.uid, old.role) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform note_change('people/' || old.uid, 'rights', old.team);
  end if;
  if tg_op <> 'DELETE' then
    perform note_change('people/' || new.uid, 'rights', new.team);
  end if;
  return null;
end $$;

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
