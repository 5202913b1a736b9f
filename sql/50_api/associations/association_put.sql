create or replace function api.association_put(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.association_json(app.association_put(tenant, args))
$$;
comment on function api.association_put is
  'Associate two objects, or replace the association’s meta';
