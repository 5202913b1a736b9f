create or replace function auth.reject(p_code text, p_scope text, p_held jsonb)
returns void
language plpgsql immutable as $$
begin
  case p_code
  when 'INVALID_TOKEN' then
    perform app.fail(401, p_code,
      'This API key is not valid. It may have been revoked or rotated: create a new one.');
  when 'EXPIRED' then
    perform app.fail(401, 'INVALID_TOKEN',
      'This API key has expired. Create or rotate a key to go on.');
  when 'TENANT_SUSPENDED' then
    perform app.fail(403, p_code, 'This tenant is suspended. Ask the operator to activate it.');
  when 'TENANT_MISMATCH' then
    perform app.fail(403, p_code,
      'The tenant named by header, host or query is not the one this token belongs to. '
      'Leave it out, or use that tenant''s token.');
  when 'IP_NOT_ALLOWED' then
    perform app.fail(403, p_code,
      'This API key may not be used from this address. Its ip_allowlist says from where.');
  when 'INSUFFICIENT_SCOPE' then
    perform app.fail(403, p_code, format('This call needs the scope %s.', p_scope),
      jsonb_build_object('required', p_scope, 'held', p_held));
  end case;
end $$;
comment on function auth.reject is 'Why a credential is refused, in words: 401 or 403';
