create or replace function api.object_aggregate(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.aggregate(app.object_type_find(tenant, args->>'object_type_id'), args)
$$;
comment on function api.object_aggregate is 'Count, sum and group objects';
