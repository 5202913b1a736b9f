create or replace function app.migrations_listed(args jsonb, p_status text)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, true);
  v_found integer := greatest(v_most + 1, v_end);
  v_ids text[];
  v_page text[];
begin
  if args ? 'tenant_id' then
    v_ids := array(
      select m.id from app.migrations m
      where m.about_tenant = args->>'tenant_id' and m.type = coalesce(args->>'type', m.type)
        and m.status = coalesce(p_status, m.status)
      order by m.created_at desc, m.id desc limit v_found);
  elsif p_status is null then
    v_ids := array(
      select m.id from app.migrations m
      where m.type = coalesce(args->>'type', m.type) order by m.created_at desc, m.id desc limit v_found);
  elsif p_status = 'open' then
    v_ids := array(
      select o.id from (
        select * from app.migrations m where m.status in ('pending', 'running', 'paused') offset 0) o
      order by o.created_at desc, o.id desc limit v_found);
  else
    v_ids := array(
      select m.id from app.migrations m
      where m.status = p_status and m.type = coalesce(args->>'type', m.type)
      order by m.created_at desc, m.id desc limit v_found);
  end if;
  v_page := v_ids[(args->>'offset')::integer + 1 : v_end];
  return app.listed_as('migrations', (
      select json_agg(app.migration_json(row(m.*)::app.migrations) order by m.created_at desc, m.id desc)
      from app.migrations m where m.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function app.migrations_listed is
  'A page of the migrations of a type {type, tenant_id} and of a state, of any, or of those that are open, the newest first';
