create or replace function api.email_suppression_create(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.suppression_json(app.suppression_add(tenant, args->>'address',
    coalesce(args->>'reason', 'manual')))
$$;
comment on function api.email_suppression_create is 'Suppress an address';
