create or replace function form_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_change(old.team, 'form', old.key);
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.team, new.version, new.public, new.rests_since) is not distinct from
     (old.team, old.version, old.public, old.rests_since) then
    return null;
  end if;
  if tg_op = 'UPDATE' and new.team <> old.team then
    perform note_change(old.team, 'form', old.key);
  end if;
  perform note_change(new.team, 'form', new.key);
  return null;
end $$;
