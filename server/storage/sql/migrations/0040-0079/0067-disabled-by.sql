-- Who disabled a person, and whether that took the rights of a product administrator: only these can undo it.
-- Until now the audit log alone knew. It does not say what rights the act took, so managers may enable the person as
-- before.

alter table people
  add column disabled_by text,
  add column disabled_by_admin boolean not null default false;

update people p set disabled_by = e.actor
  from (select distinct on (subject) subject, actor from audit_entries where what = 'person.disabled' order by subject, id desc) as e
  where p.disabled and p.uid = e.subject;
