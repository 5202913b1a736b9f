create or replace function platform.owner_error_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.errors_shown(args->>'tenant_id', (args->>'limit')::integer, (args->>'offset')::integer);
end $$;
comment on function platform.owner_error_list is
  'List the errors of all tenants, most recent first';
