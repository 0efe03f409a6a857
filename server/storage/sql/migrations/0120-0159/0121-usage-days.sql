-- The people of a project on a day are counted when usage_people changes, so that a project page does not read 30 days
-- of people. usage_seen has the last day of each person in a project. Both tables have the days that a page shows; the
-- housekeeping deletes older ones. Triggers of statements keep them, in the order of their keys.

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
  insert into usage_days as d (team, day, people, supervisors)
    select a.team, a.day, count(*), count(*) filter (where a.supervisor) from added a group by a.team, a.day order by a.team, a.day
    on conflict (team, day) do update set people = d.people + excluded.people, supervisors = d.supervisors + excluded.supervisors;
  insert into usage_seen as s (team, person, day)
    select a.team, a.person, max(a.day) from added a group by a.team, a.person order by a.team, a.person
    on conflict (team, person) do update set day = excluded.day where s.day < excluded.day;
  return null;
end $$;

-- A person of a day becomes a supervisor; no person or day changes.
create function count_usage_supervisor() returns trigger language plpgsql as $$
begin
  update usage_days d set supervisors = d.supervisors + c.more
    from (select n.team, n.day, sum(n.supervisor::int - o.supervisor::int) as more
            from now_so n join was o using (team, day, person) group by n.team, n.day order by n.team, n.day) c
    where d.team = c.team and d.day = c.day and c.more <> 0;
  return null;
end $$;

-- Saves that count a person wait until the days of before are counted.
lock table usage_people in share row exclusive mode;
insert into usage_days (team, day, people, supervisors)
  select team, day, count(*), count(*) filter (where supervisor) from usage_people where day >= current_date - 40 group by team, day;
insert into usage_seen (team, person, day)
  select team, person, max(day) from usage_people where day >= current_date - 40 group by team, person;
create trigger count_usage_day after insert on usage_people referencing new table as added for each statement execute function count_usage_day();
create trigger count_usage_supervisor after update on usage_people referencing old table as was new table as now_so
  for each statement execute function count_usage_supervisor();
