-- The name of a form is a column of its own: a search by name, among the forms of many projects, does not read the
-- settings of each. They can be megabytes.
alter table forms add column name text generated always as (settings ->> 'name') stored;
