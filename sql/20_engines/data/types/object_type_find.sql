create or replace function app.object_type_find(p_tenant text, p_reference text, p_param text default null)
returns app.object_types
language plpgsql stable as $$
declare v_type app.object_types;
begin
  if app.keeps_statements() and p_reference is not null then
    v_type := app.kept(v_type, p_tenant, 'select row(t.*)::app.object_types as found from app.object_types t '
      'where t.tenant_id = %L and t.' || case when p_reference like 'ot\_%' then 'id' else 'name' end
      || ' = current_setting(''app.given'')', p_reference);
  end if;
  if v_type.id is null then
    if p_reference like 'ot\_%' then
      select * into v_type from app.object_types t
      where t.tenant_id = p_tenant and t.id = p_reference;
    else
      select * into v_type from app.object_types t
      where t.tenant_id = p_tenant and t.name = p_reference;
    end if;
  end if;
  if v_type.id is null then perform app.object_type_missing(p_tenant, p_reference, p_param); end if;
  if app.is_type_limited() then perform app.type_permission_check(v_type, 'read'); end if;
  return v_type;
end $$;
comment on function app.object_type_find is
  'An object type by id (ot_…) or name, to be read; 404 when there is none, 403 when the caller''s '
  'permissions leave it out';
