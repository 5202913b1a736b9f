create or replace function app.migrations_listed(args jsonb, p_statuses text[])
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_ids text[] := array(
    select m.id from app.migrations m
    where m.type = coalesce(args->>'type', m.type) and m.status = any (coalesce(p_statuses, array[m.status]))
      and not args ? 'tenant_id'
    order by m.created_at desc, m.id desc limit greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('migrations', (
      select json_agg(app.migration_json(row(m.*)::app.migrations) order by m.created_at desc, m.id desc)
      from app.migrations m where m.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function app.migrations_listed is
  'A page of the migrations of a type {type} and of some states, the newest first. With a tenant_id none: all of them are about all tenants';
