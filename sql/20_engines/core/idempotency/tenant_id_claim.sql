create or replace function app.tenant_id_claim(
  p_tenant text, p_caller text, p_key text, p_id text)
returns text
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_expired timestamptz := v_now - interval '24 hours';
  v_answer json := to_json(p_id);
  v_row app.idempotency_keys;
begin
  insert into app.idempotency_keys as k (tenant_id, principal, key, request_hash, answer, created_at)
  values (p_tenant, p_caller, p_key, '', v_answer, v_now)
  on conflict (tenant_id, principal, key) do update
    set answer = excluded.answer, created_at = excluded.created_at
    where k.created_at <= v_expired;
  v_row := app.idempotency_find(p_tenant, p_caller, p_key, v_expired);
  return v_row.answer #>> '{}';
end $$;
comment on function app.tenant_id_claim is
  'The id of the tenant that a request with an Idempotency-Key makes: that of the first such request, for 24 hours. '
  'Which node it goes to follows from the id, so it is known before anything else; the claim is kept under a tenant '
  'that cannot be (p_tenant)';
