-- The company of a bot is a name, as in the list of companies. The external project of a bot is that of its project,
-- and its country that of its site.

update automations a set model = a.model - 'sourceProject' - 'country' - 'company' || coalesce((
    select jsonb_build_object('company', i.label) from teams t join lookup_items i on i.team = t.id and i.lookup = 'vendors'
      and i.id = t.source || '.' || (a.model ->> 'company') where t.id = a.team limit 1), '{}'::jsonb)
  where a.model ?| array['sourceProject', 'country', 'company'];
