create or replace function api.invariant_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.invariant_json(app.invariant_find(tenant, args->>'invariant_id'));
end $$;
comment on function api.invariant_get is 'Get an invariant';
