create or replace function gateway.call_platform(credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
declare
  v_principal jsonb;
  v_set text;
begin
  v_principal := auth.platform_principal(credential);
  v_set := set_config('role', 'insula_platform', true);
  v_set := app.act_as(v_principal);  -- as the platform: insula_api may call no engine
  return gateway.dispatch_platform(operation, args);
end $$;
comment on function gateway.call_platform is
  'The way of a request that looks at several tenants: of the operator, or public ("public" in '
  'the credential). It changes nothing';
