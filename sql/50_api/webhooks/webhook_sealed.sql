create or replace function api.webhook_sealed(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_found app.webhooks := app.webhook_find(tenant, args->>'webhook_id');
begin
  return app.sealed_in(v_found.headers);
end $$;
comment on function api.webhook_sealed is 'The sealed headers of a webhook, for a change of it';
