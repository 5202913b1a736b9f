create or replace function api.email_unsubscribe_confirm(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.suppression_json(app.suppression_add(tenant, args->>'address', 'unsubscribe'))
$$;
comment on function api.email_unsubscribe_confirm is 'Suppresses an address that has unsubscribed';
