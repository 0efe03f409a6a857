-- Each question about a project names its Owner; the index finds them among thousands of members. People are found by
-- parts of their names: `name_parts` returns all parts of two and of three characters, in lower case. The trigram
-- extension would do the same, but it is not installed with each database.
create index members_owner on members (team, created_at, uid) where role = 'Owner';

create function name_parts(_name text) returns text[] language sql immutable strict parallel safe cost 500 as $$
  select coalesce(array_agg(distinct substr(n.name, i.at, i.size)), '{}')
    from (select lower(_name) as name) n, lateral (
      select at, size from generate_series(2, 3) size, generate_series(1, length(n.name) - size + 1) at) i
$$;
create index people_name_parts on people using gin (name_parts(name));

-- The longest parts of a word, which the name of a person has if it contains the word; none for a single character.
create function parts_of_word(_word text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(w.word, at, w.size)), '{}')
    from (select lower(_word) as word, least(3, length(_word)) as size) w, generate_series(1, length(w.word) - w.size + 1) at
    where w.size >= 2
$$;
