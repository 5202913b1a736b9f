create or replace function api.period_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.period_json(app.ledger_find(tenant), app.period_find(tenant, args->>'period_id'));
end $$;
comment on function api.period_get is 'Get a period';
