create or replace function platform.tenant_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_status text := args->>'status';
  v_plan text := args->>'plan';
  v_search text := args->>'search';
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, v_search is null);
  v_named text[] := app.tenants_containing(v_search, v_most + 1);
  v_ids text[] := app.tenants_find(v_status, v_plan, v_search,
    case when cardinality(v_named) <= 1000 then v_named || v_search end, greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  perform app.plan_check('plan', v_plan);
  return app.listed_as('tenants', auth.tenants_shown(v_page),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.tenant_list is 'List tenants';
