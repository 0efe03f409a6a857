-- `rests_since`: since when all bots that fill a form are archived or deleted; null while one of them is in
-- use, and for a form without a bot. A form begins to rest when a bot of it is archived or deleted, not when a
-- bot changes to another form. A trigger on the bots keeps it. The database refuses saves that were
-- made later (MU003); saves that a device made before still arrive. Changes of the server itself have no
-- device time and pass.

-- `automations.rests_since`: since when the bot is archived or deleted. Null for bots in use, and for those that
-- rested before this migration.

alter table automations add column rests_since timestamptz;

create function note_bot_rest() returns trigger language plpgsql as $$
begin
  new.rests_since := case when new.archived or new.deleted then coalesce(new.rests_since, now()) end;
  return new;
end $$;
create trigger bots_note_rest before insert or update of archived, deleted on automations for each row execute function note_bot_rest();

alter table forms add column rests_since timestamptz;
create index forms_resting on forms (key) where rests_since is not null;

-- `_begins`: the form may begin to rest now.
create function rest_form(_key text, _begins boolean) returns void language plpgsql as $$
declare
  _rests boolean;
begin
  select coalesce(bool_and(a.archived or a.deleted), false) into _rests from automations a where a.form = _key;
  update forms set rests_since = case when _rests then now() end
    where key = _key and (rests_since is not null) <> _rests and (_begins or not _rests);
end $$;

create function bot_of_form_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.form, new.archived, new.deleted) is not distinct from (old.form, old.archived, old.deleted) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.form is not null and old.form is distinct from new.form then
    perform rest_form(old.form, false);
  end if;
  if new.form is not null then
    perform rest_form(new.form, tg_op = 'UPDATE' and (new.archived and not old.archived or new.deleted and not old.deleted));
  end if;
  return null;
end $$;
create trigger bots_rest_forms after insert or update on automations for each row execute function bot_of_form_changed();

-- Saves that devices made before the upgrade still arrive. A form whose bots are only deleted stays open.
update forms f set rests_since = now()
  from (select form from automations where form is not null
          group by form having bool_and(archived or deleted) and bool_or(archived and not deleted)) b
  where b.form = f.key;

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

create function refuse_resting_forms() returns trigger language plpgsql as $$
begin
  if exists (select 1 from forms f where f.rests_since is not null) and exists (
    select 1 from fresh r join forms f on f.key = split_part(r.path, '/', 2)
      where r.path like 'forms/%' and f.rests_since is not null and r.corrected_at > f.rests_since) then
    raise exception using errcode = 'MU003', message = 'the bot of the form is archived or deleted';
  end if;
  return null;
end $$;
create trigger records_rest_new after insert on records referencing new table as fresh for each statement execute function refuse_resting_forms();
create trigger records_rest_old after update on records referencing new table as fresh for each statement execute function refuse_resting_forms();
