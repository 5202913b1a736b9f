create or replace function app.integration_principal(p_integration app.integrations, p_sync_id text)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_integration.tenant_id, p_integration.actor,
    jsonb_build_object('type', 'integration', 'id', p_integration.id), 1,
    app.authors_all(p_integration.authors)) || jsonb_build_object('request_id', p_sync_id)
$$;
comment on function app.integration_principal is
  'Returns the principal of an integration: the author of its settings, with their current '
  'rights, and no more than each author of a part; null when one of them may no longer act';
