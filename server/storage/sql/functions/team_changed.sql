-- Trigger on teams: devices fetch their rights again after a change of name, state or billing account.

create or replace function team_changed() returns trigger language plpgsql as $$
begin
  if (new.name, new.archived, new.deleted, new.is_template, coalesce(new.billing, '')) is distinct from
     (old.name, old.archived, old.deleted, old.is_template, coalesce(old.billing, '')) then
    perform note_change(new.id, 'rights', new.id);
  end if;
  return null;
end $$;
