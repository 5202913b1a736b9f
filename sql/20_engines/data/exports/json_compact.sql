create or replace function app.json_compact(p_json text)
returns text
language sql immutable as $$
  select app.json_numbers(c.text)
  from (
    select regexp_replace(p_json, '("(?:[^"\\]|\\.)*")|([,:]) ', '\1\2', 'g') as text offset 0) c
$$;
comment on function app.json_compact is
  'The text of a jsonb without the spaces that PostgreSQL writes after commas and colons, numbers as '
  'app.json_numbers; what is between quotes stays as it is';
