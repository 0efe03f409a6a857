-- Reports keep what they have counted of the records of a form on a day that is over. report_changes has each change of
-- such a day: a record that arrives late, or an edit, which moves a record to the day of the edit. Saves of today write
-- nothing. A kept day is valid if no change was noted since it was counted; the server says so in one query.

create table report_days (
  form text not null,
  tz text not null,
  day date not null,
  -- How the server counts: another version counts again.
  version integer not null,
  counts jsonb not null,
  counted_at timestamptz not null,
  primary key (form, tz, day)
);

create table report_changes (
  form text not null,
  at timestamptz not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index report_changes_form on report_changes (form, at, noted_at);
create index report_changes_noted_at on report_changes using brin (noted_at);

create function note_report_change() returns trigger language plpgsql as $$
begin
  insert into report_changes (form, at) values (split_part(new.path, '/', 2), coalesce(new.corrected_at, new.created_at));
  if tg_op = 'UPDATE' and coalesce(old.corrected_at, old.created_at) <> coalesce(new.corrected_at, new.created_at) then
    insert into report_changes (form, at) values (split_part(old.path, '/', 2), coalesce(old.corrected_at, old.created_at));
  end if;
  return null;
end $$;

create trigger report_day_late after insert on records for each row
  when (new.corrected_at < now() - interval '20 hours' and new.path like 'forms/%') execute function note_report_change();
create trigger report_day_changed after update on records for each row
  when (least(coalesce(old.corrected_at, old.created_at), coalesce(new.corrected_at, new.created_at)) < now() - interval '20 hours'
    and new.path like 'forms/%') execute function note_report_change();
