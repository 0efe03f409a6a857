-- Whether a person who is no longer a member of the project made something while they were one. Their devices bring it
-- for 35 days, as long as a grant. The time is that of the device, corrected by its clock error.

create or replace function saved_as_member(_team text, _uid text, _at timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from deleted_members d
    where d.team = _team and d.key = _uid and d.uid = _uid and d.deleted_at >= _at and d.deleted_at > now() - interval '35 days')
$$;
