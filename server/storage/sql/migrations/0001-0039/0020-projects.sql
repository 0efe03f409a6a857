-- Projects that rest and projects that are gone (spec/3 §4.2). An archived one is read-only for everybody:
-- what would write into it raises MU002, also for saves that are stored together. One that was deleted
-- belongs to nobody any more. Holidays, company and trade lists and the certification types of a billing
-- account are rows of their own, so that two people can change them at once.
--
-- people_of_sessions() is as before but for deleted projects, with the planner settings of 0011.

create index teams_closed on teams (id) where archived or deleted;

create function refuse_closed_projects() returns trigger language plpgsql as $$
begin
  if exists (select 1 from fresh f join teams t on t.id = f.tenant where t.archived or t.deleted) then
    raise exception using errcode = 'MU002', message = 'the project is archived';
  end if;
  return null;
end $$;
create trigger records_open_new after insert on records referencing new table as fresh for each statement execute function refuse_closed_projects();
create trigger records_open_old after update on records referencing new table as fresh for each statement execute function refuse_closed_projects();
create trigger feed_open after insert on feed_entries referencing new table as fresh for each statement execute function refuse_closed_projects();

-- What a project is called, who pays for it and whether it is in use are told to everybody in it.
create or replace function team_changed() returns trigger language plpgsql as $$
begin
  if (new.name, new.archived, new.deleted, new.is_template, coalesce(new.billing, '')) is distinct from
     (old.name, old.archived, old.deleted, old.is_template, coalesce(old.billing, '')) then
    perform note_change(new.id, 'rights', new.id);
  end if;
  return null;
end $$;

create or replace function people_of_sessions(_tokens jsonb) returns jsonb language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select s.token_sha256 as token, extract(epoch from now() - s.last_seen)::float8 as seen,
          p.uid, p.name, p.mobile, p.lang, p.is_admin, p.is_beta, p.disabled,
          coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role) order by t.name)
                    from members m join teams t on t.id = m.team where m.uid = p.uid and not t.deleted), '[]') as teams
        from sessions s join people p on p.uid = s.uid
        where s.token_sha256 = any (array(select jsonb_array_elements_text(_tokens))) and s.expires_at > now()
    ) x
  );
end $$;

-- Of a project (company, trade) or of a billing account (permitType).
create table named_rows (
  parent text not null,
  list text not null,
  key text not null,
  name text not null,
  updated_at timestamptz not null default now(),
  primary key (parent, list, key)
);

-- Days off; parent is a project or a billing account.
create table holidays (
  parent text not null,
  auid text not null,
  date date not null,
  date_end date not null,
  label text not null,
  primary key (parent, auid)
);
-- Days of its billing account that a project works all the same.
create table holidays_ignored (
  team text not null,
  auid text not null,
  primary key (team, auid)
);

-- Who was removed from a project: email, uid, name, and when.
create table deleted_members (
  team text not null,
  key text not null,
  uid text,
  email text,
  name text not null,
  deleted_by text not null,
  deleted_at timestamptz not null default now(),
  primary key (team, key)
);

-- Mail as handed to the sender.
create table mail_outbox (
  id bigserial primary key,
  key text unique,
  address text not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now()
);
