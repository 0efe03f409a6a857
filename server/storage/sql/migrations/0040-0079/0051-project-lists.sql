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

insert into lookup_items (team, lookup, id, label, position)
  select n.parent, case n.list when 'companies' then 'vendors' else 'trades' end, n.key, n.name, 2147483647
  from named_rows n join teams t on t.id = n.parent
  where n.list in ('companies', 'trades') and not exists (
    select 1 from lookup_items i
    where i.team = n.parent and i.lookup = case n.list when 'companies' then 'vendors' else 'trades' end and lower(i.label) = lower(n.name))
  on conflict do nothing;
delete from named_rows where list in ('companies', 'trades');
