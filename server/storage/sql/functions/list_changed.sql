-- Trigger on lookup_items: devices read a changed list again. A portion of an import is quiet: the import tells them
-- at bounded intervals and at its end.

create or replace function list_changed() returns trigger language plpgsql as $$
begin
  if current_setting('muster.quiet_lists', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform note_change(old.team, 'list', old.lookup);
  end if;
  if tg_op <> 'DELETE' then
    perform note_change(new.team, 'list', new.lookup);
  end if;
  return null;
end $$;
