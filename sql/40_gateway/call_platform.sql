create or replace function gateway.call_platform(credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
begin
  perform set_config('app.principal', auth.platform_principal(credential)::text, true),
    set_config('role', 'insula_platform', true);
  return gateway.dispatch_platform(operation, args);
end $$;
comment on function gateway.call_platform is
  'The way of a request that looks at several tenants: of the operator, or public ("public" in '
  'the credential). It changes nothing';
