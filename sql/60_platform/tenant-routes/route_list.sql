create or replace function platform.route_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_own text := args->'made'->>'own_host';
  v_ids text[] := auth.route_ids(args->>'source', args->>'tenant_id', args->>'hostname', v_own, greatest(10001, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('routes', auth.routes_shown(v_page, v_own), cardinality(v_ids));
end $$;
comment on function platform.route_list is 'Lists routes: those of the operator, newest first, then domains and slugs of tenants';
