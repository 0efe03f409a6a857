-- The people of a project on a day are counted when usage_people changes, so that a project page does not read 30 days
-- of people. usage_seen has the last day of each person in a project. Both tables have the days that a page shows; the
-- housekeeping deletes older ones.

create table usage_days (
  team text not null,
  day date not null,
  people integer not null,
  supervisors integer not null,
  primary key (team, day)
);

create table usage_seen (
  team text not null,
  person text not null,
  day date not null,
  primary key (team, person)
);
create index usage_seen_day on usage_seen (team, day);

create function count_usage_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into usage_days as d (team, day, people, supervisors) values (new.team, new.day, 1, new.supervisor::int)
      on conflict (team, day) do update set people = d.people + excluded.people, supervisors = d.supervisors + excluded.supervisors;
    insert into usage_seen as s (team, person, day) values (new.team, new.person, new.day)
      on conflict (team, person) do update set day = excluded.day where s.day < excluded.day;
  elsif new.supervisor <> old.supervisor then
    -- A person of a day becomes a supervisor; no person or day changes.
    update usage_days d set supervisors = d.supervisors + new.supervisor::int - old.supervisor::int where d.team = new.team and d.day = new.day;
  end if;
  return null;
end $$;

-- Saves that count a person wait until the days of before are counted.
lock table usage_people in share row exclusive mode;
insert into usage_days (team, day, people, supervisors)
  select team, day, count(*), count(*) filter (where supervisor) from usage_people where day >= current_date - 40 group by team, day;
insert into usage_seen (team, person, day)
  select team, person, max(day) from usage_people where day >= current_date - 40 group by team, person;
-- Deferred: the saves of a project share a row of usage_days. They take it at the end of their transaction, when they hold
-- the counters of their projects (tenants), so that no two batches of saves wait for each other's rows.
create constraint trigger count_usage_day after insert or update of supervisor on usage_people
  deferrable initially deferred for each row execute function count_usage_day();
