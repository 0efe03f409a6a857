-- Trigger on members: devices of a person fetch their rights again. The name of the person is no right.

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
