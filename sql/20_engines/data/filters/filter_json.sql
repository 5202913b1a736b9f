create or replace function app.filter_json(p_part app.filter_part)
returns jsonb
language sql stable as $$
  select jsonb_build_object('condition', f.condition, 'variables', f.variables,
    'is_plain', f.is_plain, 'externals', f.externals, 'terms', f.terms)
    || case when f.sets is null then '{}' else jsonb_build_object('sets', f.sets) end
  from app.filter_made(p_part) f
$$;
comment on function app.filter_json is
  'A compiled filter as jsonb, to be kept inside another; jsonb_populate_record brings it back';
