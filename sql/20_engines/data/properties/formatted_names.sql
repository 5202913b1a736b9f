create or replace function app.formatted_names(p_definition jsonb)
returns text[]
language sql immutable as $$
  select array(
    select d.key from jsonb_each(p_definition) d
    where d.value->>'type' = any (
      '{email,url,phone,slug,color,date,time,datetime,currency}'::text[]))
$$;
comment on function app.formatted_names is
  'The properties whose values have a form that a jsonpath does not tell (app.plain_path)';
