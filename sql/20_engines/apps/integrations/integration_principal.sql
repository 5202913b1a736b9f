create or replace function app.integration_principal(p_integration app.integrations, p_sync_id text)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_integration.tenant_id, p_integration.actor,
    jsonb_build_object('type', 'integration', 'id', p_integration.id), 1,
    app.authors_all(p_integration.authors)) || jsonb_build_object('request_id', p_sync_id)
$$;
comment on function app.integration_principal is
  'As whom an integration acts: who has set what it does, with the rights they have now, and no more than everyone who wrote a part of '
  'it; null when one of them may act no more';
