create or replace function app.run_safely(
  p_tenant text, p_safely jsonb, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  if p_safely ? 'dry_run' then return app.run_dry(p_tenant, p_operation, args); end if;
  return app.run_once(p_tenant, p_safely, p_operation, args);
end $$;
comment on function app.run_safely is
  'An operation with {dry_run} or with {key, seal?}, an Idempotency-Key; '
  'p_tenant is null under /admin';
