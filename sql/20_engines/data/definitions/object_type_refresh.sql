create or replace function app.object_type_refresh(p_tenant text, p_object_type_id text)
returns app.object_types
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_definition jsonb;
begin
  -- Locked first: an update that has to wait writes what was there before it waited (two builds of
  -- indexes that end together).
  perform from app.object_types t
  where t.tenant_id = p_tenant and t.id = p_object_type_id for no key update;
  select coalesce(json_object_agg(p.name, app.property_definition(row(p.*)::app.properties))::jsonb, '{}')
  into v_definition
  from app.properties p
  where p.tenant_id = p_tenant and p.object_type_id = p_object_type_id;
  if v_definition @? '$.*.type ? (@ == "phone")' then
    v_definition := app.phones_of_country(v_definition, app.default_country(p_tenant));
  end if;
  update app.object_types t set
    definition = v_definition,
    names = array(select jsonb_object_keys(v_definition)),
    plain = app.plain_path(v_definition),
    formatted = app.formatted_names(v_definition),
    indexed = array(
      select row(p.id, p.name, p.is_unique)::app.indexed_property from app.properties p
      where p.tenant_id = p_tenant and p.object_type_id = p_object_type_id
        and p.index_status in ('building', 'ready')
      order by p.id),
    silent = array(
      select p.name from app.properties p
      where p.tenant_id = p_tenant and p.object_type_id = p_object_type_id
        and not p.data_type = any (app.search_types())
      order by p.name)
  where t.tenant_id = p_tenant and t.id = p_object_type_id;
  v_type := app.policies_refresh(p_tenant, p_object_type_id);
  perform app.policies_refresh_with(p_tenant, p_object_type_id);
  return v_type;
end $$;
comment on function app.object_type_refresh is
  'Brings object_types.definition, names, plain, formatted, indexed, silent and policies up to date with the properties; '
  'call it after every change of them';
