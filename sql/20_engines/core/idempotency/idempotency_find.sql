create or replace function app.idempotency_find(
  p_tenant text, p_principal text, p_key text, p_expired timestamptz)
returns app.idempotency_keys
language sql volatile as $$
  select row(k.*)::app.idempotency_keys as k from app.idempotency_keys k
  where k.tenant_id = p_tenant and k.principal = p_principal and k.key = p_key
    and k.created_at > p_expired
$$;
comment on function app.idempotency_find is
  'Returns the stored answer for an Idempotency-Key of a caller; volatile, to see rows that have '
  'just been committed';
