create or replace function api.sql_run(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_name text;
  v_type app.object_types;
  v_relation jsonb;
  v_relations jsonb := '{}';
  v_target json;
  v_is_bound boolean := app.policies_bind(v_principal);
  v_is_own boolean := true;
begin
  if not app.permission_covers(app.permissions_of(v_principal), 'objects:read') then
    perform app.fail(403, 'INSUFFICIENT_SCOPE', 'The scope sql also needs the scope read: use a '
      'key that holds both.', '{"required": "read"}');
  end if;
  for v_name in select jsonb_array_elements_text(args->'names') loop
    select * into v_type from app.object_types t where t.tenant_id = tenant and t.name = v_name;
    v_is_own := v_is_own and v_type.id is not null;
    v_relation := case when v_type.id is not null
      then app.sql_relation(v_type, args->'equal'->v_name)
      else app.sql_house_relation(tenant, v_name) end;
    if v_relation is not null then v_relations := v_relations || jsonb_build_object(v_name, v_relation); end if;
  end loop;
  if args ? 'target' then
    perform app.sql_write_check();
    select json_build_object('id', t.id, 'kinds', (
      select coalesce(json_object_agg(p.key, p.value->>'type'), '{}') from jsonb_each(t.definition) p))
    into v_target from app.object_types t where t.tenant_id = tenant and t.name = args->>'target';
  end if;
  return json_build_object('relations', v_relations, 'is_bound', v_is_bound, 'target', v_target,
    -- Policies look at more than types and rights: what they choose is asked for each time.
    'version', case when v_is_own and not v_is_bound then app.sql_version(tenant, args->'names') end);
end $$;
comment on function api.sql_run is
  'Returns the tables and columns that a statement may read, and the type that it writes';
