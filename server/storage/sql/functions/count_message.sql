-- Trigger on feed entries that were sent as a text: takes one message of the quota.

create or replace function count_message() returns trigger language plpgsql as $$
declare
  _bot record;
begin
  select a.id, a.demo into _bot from automations a
    where a.team = new.tenant and a.form = split_part(new.path, '/', 2) order by a.deleted, a.created_at limit 1;
  perform take_message(new.op_id, new.tenant, _bot.id, coalesce(_bot.demo, false));
  return null;
end $$;
