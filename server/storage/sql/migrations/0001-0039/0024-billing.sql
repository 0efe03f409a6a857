-- What billing accounts pay and use. Messages and people are counted by triggers, in the transaction of the
-- text or the record that they come from: exactly as often as that, whatever is retried around it. A count
-- carries the account that paid at that moment.

alter table billing_accounts
  -- A plan of contract/rules/plans.ts; none: nothing is counted against a quota.
  add column plan text,
  add column broadcast boolean not null default false,
  -- What the card provider calls the account.
  add column customer text,
  add column period_start timestamptz,
  add column period_end timestamptz,
  -- Messages of one month that referrals add.
  add column bonus integer not null default 0,
  -- Messages of the period after which bots pause; none: beyond it each is paid for.
  add column quota integer,
  add column cancel_at timestamptz,
  -- What the provider said last: card, state, and which part of it is ours to remember.
  add column payments jsonb not null default '{}',
  add column payments_rev integer not null default 0;
create unique index billing_accounts_customer on billing_accounts (customer) where customer is not null;
create index billing_accounts_period on billing_accounts (period_end) where customer is null;

create table usage_messages (
  op_id text primary key,
  billing text not null,
  team text not null,
  automation text,
  at timestamptz not null default now(),
  -- Not sent, and not counted: the quota was used up.
  held boolean not null default false
);
create index usage_messages_billing on usage_messages (billing, at);

create table usage_people (
  billing text not null,
  team text not null,
  day date not null,
  person text not null,
  automation text,
  supervisor boolean not null default false,
  primary key (team, day, person)
);
create index usage_people_billing on usage_people (billing, day);

-- Links of mails that people without an account follow; a token is good for one account.
create table billing_links (
  token text primary key,
  billing text not null,
  kind text not null,
  by_uid text not null,
  -- The account that recommends.
  source text,
  email text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index billing_links_billing on billing_links (billing);

create table payment_events (id text primary key, at timestamptz not null default now());

-- The built-in card provider: one document for each customer, and when something of it is due.
create table payment_customers (id text primary key, body jsonb not null, due_at timestamptz);
create index payment_customers_due on payment_customers (due_at) where due_at is not null;

create function count_message() returns trigger language plpgsql as $$
declare
  _account record;
  _bot record;
  _used integer;
begin
  select b.id, b.quota, b.status, b.period_start, b.period_end into _account
    from teams t join billing_accounts b on b.id = t.billing where t.id = new.tenant;
  if not found then
    return null;
  end if;
  select a.id, a.demo into _bot from automations a
    where a.team = new.tenant and a.form = split_part(new.path, '/', 2) order by a.deleted, a.created_at limit 1;
  if coalesce(_bot.demo, false) then
    return null;
  end if;
  if _account.quota is not null then
    -- One after the other, so that the quota holds to the message.
    perform pg_advisory_xact_lock(hashtext('quota ' || _account.id));
    select count(*) into _used from usage_messages u
      where u.billing = _account.id and not u.held
        and u.at >= case when _account.period_end <= now() then _account.period_end else _account.period_start end;
  end if;
  insert into usage_messages (op_id, billing, team, automation, held)
    values (new.op_id, _account.id, new.tenant, _bot.id, _account.status = 'Cancelled' or coalesce(_used >= _account.quota, false))
    on conflict do nothing;
  return null;
end $$;
create trigger count_message after insert on feed_entries for each row when (new.sms) execute function count_message();

-- What a bot has texted in a conversation counts once the provider has taken it.
create function count_conversation() returns trigger language plpgsql as $$
begin
  insert into usage_messages (op_id, billing, team, automation)
    select 'talk:' || new.execution || ':' || new.n, t.billing, e.team, e.automation
      from executions e
        join teams t on t.id = e.team and t.billing is not null
        left join automations a on a.id = e.automation
      where e.id = new.execution and not e.demo and not coalesce(a.demo, false)
    on conflict do nothing;
  return null;
end $$;
create trigger count_conversation after update of sent_at on execution_messages
  for each row when (old.sent_at is null and new.sent_at is not null and new.way = 'out') execute function count_conversation();

create function count_people() returns trigger language plpgsql as $$
begin
  insert into usage_people (billing, team, day, person, automation, supervisor)
    select distinct on (a.tenant, coalesce(a.model #>> '{attendance,person}', a.created_by))
        t.billing, a.tenant, (now() at time zone 'UTC')::date, coalesce(a.model #>> '{attendance,person}', a.created_by),
        (select b.id from automations b where b.team = a.tenant and b.form = split_part(a.path, '/', 2) order by b.deleted, b.created_at limit 1),
        coalesce(m.role in ('Owner', 'Administrator', 'Member'), false)
      from added a
        join teams t on t.id = a.tenant and t.billing is not null
        left join members m on m.team = a.tenant and m.uid = coalesce(a.model #>> '{attendance,person}', a.created_by)
      where a.path like 'forms/%' and coalesce(a.model #>> '{attendance,person}', a.created_by) <> 'anonymous'
        and not exists (select 1 from automations b where b.team = a.tenant and b.form = split_part(a.path, '/', 2) and b.demo)
    on conflict do nothing;
  return null;
end $$;
create trigger count_people after insert on records referencing new table as added for each statement execute function count_people();
