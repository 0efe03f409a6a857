-- The form of a private bot belongs to the space of its owner, `people/{uid}`, which is no project.
-- Projects are never removed from their table, so the reference protected nothing.

alter table forms drop constraint forms_team_fkey;
