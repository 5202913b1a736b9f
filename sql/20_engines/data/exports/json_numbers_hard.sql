create or replace function app.json_numbers_hard(p_json text)
returns text
language sql immutable as $$
  select string_agg(case
      when t.parts[2] is not null and pg_input_is_valid(t.parts[2], 'double precision')
        then t.parts[2]::double precision::text
      else concat(t.parts[1], t.parts[2], t.parts[3]) end, '' order by t.n)
  from regexp_matches(p_json,
    '("(?:[^"\\]|\\.)*")|(-?\d{22,}(?:\.\d+)?)|(-?\d+(?:\.\d+)?|[^"\d-]+)', 'g')
    with ordinality t(parts, n)
$$;
comment on function app.json_numbers_hard is
  'app.json_numbers, number by number: between quotes everything stays as it is';
