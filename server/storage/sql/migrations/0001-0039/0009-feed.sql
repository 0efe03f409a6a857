-- What devices are told of beside records: forms, lists of a project, and what a person may do. Each is a
-- row of `changes` like a save, numbered by the tenant's counter, whose row lock is held until the commit:
-- the order of numbers is the order of commits, and a reader that has seen number n has missed nothing
-- below it.
--
-- The triggers are deferred, so that the counter is taken last, as in save_record(): records first, tenants
-- last, nobody waits in a circle. Who changes three hundred items of a list in one transaction says so
-- once.
--
-- `pruned` of a tenant is the highest number that is not kept any more: an older cursor can't go on and
-- begins anew.

alter table changes add column kind text not null default 'record', add column at timestamptz not null default now();
create index changes_at on changes using brin (at);
alter table tenants add column pruned bigint not null default 0;

create function note_change(_tenant text, _kind text, _path text) returns void language plpgsql as $$
declare
  new_seq bigint;
begin
  perform 1 from changes c join tenants t on t.id = c.tenant and t.seq = c.seq
    where c.tenant = _tenant and c.kind = _kind and c.path = _path and c.xmin = pg_current_xact_id()::xid;
  if found then
    return;
  end if;
  insert into tenants as t (id, seq) values (_tenant, 1) on conflict (id) do update set seq = t.seq + 1 returning t.seq into new_seq;
  insert into changes (tenant, seq, path, rev, kind) values (_tenant, new_seq, _path, 0, _kind);
end $$;

create function form_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_change(old.team, 'form', old.key);
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.team, new.version, new.public) is not distinct from (old.team, old.version, old.public) then
    return null;
  end if;
  if tg_op = 'UPDATE' and new.team <> old.team then
    perform note_change(old.team, 'form', old.key);
  end if;
  perform note_change(new.team, 'form', new.key);
  return null;
end $$;

create function list_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_change(old.team, 'list', old.lookup);
  end if;
  if tg_op <> 'DELETE' then
    perform note_change(new.team, 'list', new.lookup);
  end if;
  return null;
end $$;

create function site_changed() returns trigger language plpgsql as $$
begin
  perform note_change(case when tg_op = 'DELETE' then old.team else new.team end, 'list', 'sites');
  return null;
end $$;

create function member_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_change('people/' || old.uid, 'rights', old.team);
  end if;
  if tg_op <> 'DELETE' then
    perform note_change('people/' || new.uid, 'rights', new.team);
  end if;
  return null;
end $$;

create function team_changed() returns trigger language plpgsql as $$
begin
  if new.name <> old.name then
    perform note_change(new.id, 'rights', new.id);
  end if;
  return null;
end $$;

create constraint trigger forms_change after insert or update or delete on forms
  deferrable initially deferred for each row execute function form_changed();
create constraint trigger lookup_items_change after insert or update or delete on lookup_items
  deferrable initially deferred for each row execute function list_changed();
create constraint trigger sites_change after insert or update or delete on sites
  deferrable initially deferred for each row execute function site_changed();
create constraint trigger members_change after insert or update or delete on members
  deferrable initially deferred for each row execute function member_changed();
create constraint trigger teams_change after update on teams
  deferrable initially deferred for each row execute function team_changed();
