create or replace function platform.owner_usage_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_month date := app.month_of(args->>'month');
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_ids text[] := app.tenants_find(null, null, null, null, greatest(v_most + 1, v_end));
begin
  return app.listed_as('usage',
    auth.usage_shown(v_ids[(args->>'offset')::integer + 1 : v_end], v_month),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.owner_usage_list is 'List the usage of all tenants in a month';
