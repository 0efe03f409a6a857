-- The lists that a project keeps itself. Companies and trades move from named_rows into the table that all
-- other lists of forms come from.

alter table lookup_items
  -- own, member, or connection: an entry of the connected system.
  add column source text not null default 'own',
  add column disabled boolean not null default false,
  -- The entry that stays instead of this one.
  add column merged_into text;

create index lookup_items_name on lookup_items (team, lookup, lower(label), id);
create index lookup_items_number on lookup_items (team, lookup, lower(attributes ->> 'number')) where attributes ->> 'number' is not null;
create index lookup_items_email on lookup_items (team, lookup, lower(attributes ->> 'email')) where attributes ->> 'email' is not null;
create index lookup_items_external on lookup_items (team, lookup, lower(attributes ->> 'externalId')) where attributes ->> 'externalId' is not null;
create index lookup_items_lookup on lookup_items (lookup, id);

create index lookup_items_merged on lookup_items (team, lookup, merged_into) where merged_into is not null;

-- A name that the other table has already keeps its key here, so that saves that still wait on devices find it.
-- A key that another name has gets an ending.
create temporary table moved_rows on commit drop as
  select n.parent, n.list, n.key, n.name, n.team, n.lookup,
    (select min(i.id) from lookup_items i where i.team = n.team and i.lookup = n.lookup and lower(i.label) = lower(n.name)) as twin,
    n.key || case when exists (
      select 1 from lookup_items i where i.team = n.team and i.lookup = n.lookup and i.id = n.key and lower(i.label) <> lower(n.name))
      then '.own' else '' end as id
  from (select r.*, t.id as team, case r.list when 'companies' then 'vendors' else 'trades' end as lookup
    from named_rows r join teams t on t.id = r.parent where r.list in ('companies', 'trades')) as n;
insert into lookup_items (team, lookup, id, label, position, merged_into)
  select team, lookup, id, name, 2147483647, nullif(twin, id) from moved_rows
  on conflict do nothing;
delete from named_rows n using moved_rows m, lookup_items i
  where m.parent = n.parent and m.list = n.list and m.key = n.key
    and i.team = m.team and i.lookup = m.lookup and i.id = m.id and lower(i.label) = lower(m.name);
drop table moved_rows;
