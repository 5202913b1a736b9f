create or replace function auth.reject(
  p_code text, p_needed text default null, p_held jsonb default null)
returns void
language plpgsql immutable as $$
begin
  case p_code
  when 'INVALID_TOKEN' then
    perform app.fail(401, p_code,
      'This API key is not valid. It may have been revoked or rotated: create a new one.');
  when 'EXPIRED' then
    perform app.fail(401, 'INVALID_TOKEN',
      'This API key has expired. Create a new key.');
  when 'SESSION_REVOKED' then
    perform app.fail(401, p_code, 'This session has ended. Sign in again.');
  when 'USER_BANNED' then
    perform app.fail(403, p_code, 'This user is banned. Ask the application''s team.');
  when 'INSUFFICIENT_AAL' then
    perform app.fail(403, p_code, 'Your role requires a second factor. Enroll one at '
      '/v1/auth/mfa/enroll, or verify yours at /v1/auth/mfa/verify.');
  when 'TENANT_NOT_FOUND' then
    perform app.fail(404, p_code, 'There is no such tenant.');
  when 'TENANT_SUSPENDED' then
    perform app.fail(403, p_code, 'This tenant is suspended. Ask the operator to activate it.');
  when 'TENANT_RESTORING' then
    raise exception using errcode = 'PT503',
      message = 'A restore changes this tenant, which takes no writes meanwhile. Repeat the request later.',
      detail = '{"code": "SERVICE_UNAVAILABLE", "retry_after": 5}';
  when 'TENANT_MISMATCH' then
    perform app.fail(403, p_code,
      'The tenant named by header, host or query is not the tenant of this token. Leave it out, or '
      'use a token of that tenant.');
  when 'IP_NOT_ALLOWED' then
    perform app.fail(403, p_code,
      'This API key may not be used from this IP address. Its ip_allowlist lists the addresses '
      'that may use it.');
  when 'IP_NOT_ALLOWED_BY_TENANT' then
    perform app.fail(403, 'IP_NOT_ALLOWED',
      'This tenant may not be used from this IP address. Its governance.ip_allowlist lists the '
      'addresses that may use it.');
  when 'PORTAL' then
    perform app.fail(403, 'FORBIDDEN', 'A portal token is valid for GET /v1/portal/me and POST '
      '/v1/portal/auth/logout only.');
  when 'NEEDS_USER' then
    perform app.fail(403, 'FORBIDDEN',
      'This is for a signed-in user: send the user''s access token, not an API key.');
  when 'AS_USER' then
    perform app.fail(403, 'INSUFFICIENT_SCOPE', 'as_user needs the scope *.',
      jsonb_build_object('required', '*', 'held', p_held));
  when 'IMPERSONATED' then
    perform app.fail(403, 'FORBIDDEN', 'This session impersonates a user, and this is not open to it: only the user '
      'may do it, after signing in.', '{"impersonated": true}');
  when 'INSUFFICIENT_SCOPE' then
    perform app.fail(403, p_code, format('This call needs the scope %s.', p_needed),
      jsonb_build_object('required', p_needed, 'held', p_held));
  when 'INSUFFICIENT_PERMISSION' then
    perform app.fail(403, 'FORBIDDEN', format(
      'Your roles do not permit %s. Ask an admin of the application for a role that does.',
      p_needed), jsonb_build_object('required', p_needed));
  end case;
end $$;
comment on function auth.reject is
  'Refuses a credential with 401, 403 or 404 and says why, in words';
