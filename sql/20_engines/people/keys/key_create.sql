create or replace function app.key_create(
  p_tenant text, args jsonb, out key app.api_keys, out token text)
language plpgsql volatile as $$
declare
  v_minted record := auth.token_mint(p_tenant);
  v_scopes text[] := array(select jsonb_array_elements_text(coalesce(args->'scopes', '["*"]')));
begin
  token := v_minted.token;
  insert into app.api_keys (tenant_id, id, handle, secret_hash, last4, label, scopes, ip_allowlist,
    rate_limit, expires_at, bound_by_policies, sees_private, created_by)
  values (p_tenant, app.new_id('key'), v_minted.handle, v_minted.secret_hash, v_minted.last4,
    coalesce(args->>'label', ''), v_scopes,
    app.cidrs(args->'ip_allowlist'), (args->>'rate_limit')::integer,
    (args->>'expires_at')::timestamptz, coalesce((args->>'bound_by_policies')::boolean, true),
    coalesce((args->>'sees_private')::boolean, true), app.actor())
  returning * into key;
end $$;
comment on function app.key_create is
  'A new key from {label, scopes, ip_allowlist, rate_limit, expires_at, bound_by_policies, '
  'sees_private}, and its token, which is not kept';
