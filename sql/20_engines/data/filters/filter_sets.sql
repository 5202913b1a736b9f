create or replace function app.filter_sets(p_externals jsonb[])
returns jsonb
language sql immutable as $$
  select json_object_agg(n - 1 || ' ' || k.key, true)::jsonb
  from unnest(p_externals) with ordinality e(external, n)
  cross join jsonb_array_elements_text(e.external->'set') k(key)
$$;
comment on function app.filter_sets is
  'The long lists of a filter as one set: "<number of the question> <app.set_key>"; null for none';
