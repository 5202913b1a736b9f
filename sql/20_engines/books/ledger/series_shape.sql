create or replace function app.series_shape(p_format text, p_more integer)
returns text[]
language sql immutable as $$
  select string_to_array(regexp_replace(replace(replace(p_format, '{YYYY}', '####'), '{YY}', '##'), '\{SEQ:\d+\}',
    repeat('#', substring(p_format from '\{SEQ:(\d+)\}')::integer + p_more)), null)
$$;
comment on function app.series_shape is
  'The characters of a number that a format makes, # for any digit, when the number of the series has p_more digits than it asks for';
