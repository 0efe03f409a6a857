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
