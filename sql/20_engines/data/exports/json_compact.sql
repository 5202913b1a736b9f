create or replace function app.json_compact(p_json text)
returns text
language sql immutable as $$
  select regexp_replace(p_json, '("(?:[^"\\]|\\.)*")|([,:]) ', '\1\2', 'g')
$$;
comment on function app.json_compact is
  'The text of a jsonb without the spaces that PostgreSQL writes after commas and colons; what is '
  'between quotes stays as it is';
