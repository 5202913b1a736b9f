create or replace function api.association_put(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.association_put(tenant, args);
end $$;
comment on function api.association_put is
  'Associate two objects, or replace the association’s meta';
