-- Who disabled a person, and whether that took the rights of a product administrator: only these can undo it.
-- Until now the audit log alone knew. Where it forgot, managers may enable the person as before.

alter table people
  add column disabled_by text,
  add column disabled_by_admin boolean not null default false;

update people p set disabled_by = e.actor,
    disabled_by_admin = exists (select 1 from people a where a.uid = e.actor and a.is_admin)
      and not exists (
        select 1 from members m join teams t on t.id = m.team left join billing_members b on b.billing = t.billing and b.uid = e.actor
          left join members o on o.team = t.id and o.uid = e.actor
        where m.uid = p.uid and not t.deleted and ('Owner' in (b.role, o.role)))
  from (select distinct on (subject) subject, actor from audit_entries where what = 'person.disabled' order by subject, id desc) as e
  where p.disabled and p.uid = e.subject;
