create or replace function app.filter_json(p_part app.filter_part)
returns jsonb
language sql stable as $$
  select jsonb_build_object('condition', 'strict ' || p_part.condition,
    'variables', jsonb_build_object('v', p_part.variables) || case when p_part.auth is null
      then '{}' else jsonb_build_object('auth', p_part.auth) end,
    'is_plain', p_part.externals = '{}',
    'externals', to_jsonb(p_part.externals), 'terms', to_jsonb(p_part.terms))
$$;
comment on function app.filter_json is
  'A compiled filter as jsonb, to be kept inside another; jsonb_populate_record brings it back';
