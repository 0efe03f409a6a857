create or replace function count_conversation() returns trigger language plpgsql as $$
begin
  insert into usage_messages (op_id, billing, team, automation)
    select 'talk:' || new.execution || ':' || new.n, p.id, e.team, e.automation
      from executions e
        cross join lateral payer_of(e.team) p
        left join automations a on a.id = e.automation
      where e.id = new.execution and not e.demo and not coalesce(a.demo, false)
    on conflict do nothing;
  return null;
end $$;
