create or replace function platform.diff_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.diffs_shown(
    args->>'tenant_id', args->>'status', (args->>'limit')::integer, (args->>'offset')::integer);
end $$;
comment on function platform.diff_list is 'List comparisons of tenants, newest first';
