-- Trigger on feed entries, once per statement: those that were sent as texts each take a message of the quota.
-- Accounts are taken in the order of their ids, so that two statements never wait for each other.

create or replace function count_message() returns trigger language plpgsql as $$
declare
  _of record;
begin
  for _of in
    select s.keys, s.tenant, b.id as bot, coalesce(b.demo, false) as demo from (
        select f.tenant, split_part(f.path, '/', 2) as form, array_agg(f.op_id order by f.op_id) as keys
          from added f where f.sms group by 1, 2
      ) s
        left join lateral (select a.id, a.demo from automations a where a.team = s.tenant and a.form = s.form
            order by a.deleted, a.created_at limit 1) b on true
        left join lateral (select p.id from payer_of(s.tenant) p limit 1) p on true
      order by p.id, s.tenant, s.form
  loop
    perform take_messages(_of.keys, _of.tenant, _of.bot, _of.demo);
  end loop;
  return null;
end $$;
