create or replace function app.phones_of_country(p_definition jsonb, p_country text)
returns jsonb
language sql immutable as $$
  select case when p_country is null then p_definition else p_definition || coalesce((
    select json_object_agg(d.key, d.value || jsonb_build_object('country', p_country))::jsonb
    from jsonb_each(p_definition) d where d.value->>'type' = 'phone'), '{}') end
$$;
comment on function app.phones_of_country is
  'The definition of an object type whose phone numbers without a code are those of a country';
