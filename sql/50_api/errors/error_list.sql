create or replace function api.error_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, not args ?& '{status,level}');
  v_ids text[] := app.errors_find(tenant, args->>'status', args->>'level',
    greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('errors', (
      select json_agg(app.error_json(row(g.*)::app.error_groups)
        order by g.listed_at desc, g.id desc)
      from app.error_groups g where g.tenant_id = tenant and g.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function api.error_list is 'List reported errors, most recent first';
