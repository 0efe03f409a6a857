-- `demo`: a demo bot fills the form, which was made with it (domain/bots/editor/formFor.ts). Its new records are labelled, and it has at most five of them (MU004).
-- The form of the public demo counts per visitor instead (domain/demo-requests).

alter table forms add column demo boolean not null default false;
create index forms_demo on forms (key) where demo;

create or replace function rest_form(_key text, _begins boolean) returns void language plpgsql as $$
declare
  _rests boolean;
  _demo boolean;
begin
  select coalesce(bool_and(a.archived or a.deleted), false), coalesce(bool_or(a.demo and not a.deleted and _key = a.class || '-' || lower(a.id)), false)
    into _rests, _demo from automations a where a.form = _key;
  update forms set rests_since = case when _rests and (_begins or rests_since is not null) then coalesce(rests_since, now()) end, demo = _demo
    where key = _key and (demo <> _demo or (rests_since is not null) <> _rests and (_begins or not _rests));
end $$;

update forms f set demo = true from automations a where a.form = f.key and a.demo and not a.deleted and f.key = a.class || '-' || lower(a.id);

create function mark_demo_record() returns trigger language plpgsql as $$
declare
  _form text := split_part(new.path, '/', 2);
begin
  perform 1 from forms f where f.key = _form and f.demo;
  if not found then
    return new;
  end if;
  -- One at a time, so that concurrent saves count each other.
  perform 1 from forms f where f.key = _form for update;
  if (select count(*) from (select 1 from records r where r.parent = 'forms/' || _form and r.model -> 'demo' = 'true' limit 5) as five) >= 5 then
    raise exception using errcode = 'MU004', message = 'the demo bot has its five records';
  end if;
  new.model := new.model || '{"demo": true}';
  return new;
end $$;
create trigger records_of_demo before insert on records for each row when (new.path like 'forms/%') execute function mark_demo_record();
