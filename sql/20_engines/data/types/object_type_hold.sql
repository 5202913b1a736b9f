create or replace function app.object_type_hold(p_tenant text, p_reference text)
returns app.object_types
language plpgsql volatile as $$
declare v_type app.object_types;
begin
  if p_reference like 'ot\_%' then
    select * into v_type from app.object_types t
    where t.tenant_id = p_tenant and t.id = p_reference for key share;
  else
    select * into v_type from app.object_types t
    where t.tenant_id = p_tenant and t.name = p_reference for key share;
  end if;
  if v_type.id is null then perform app.object_type_missing(p_tenant, p_reference); end if;
  if app.is_type_limited() then perform app.type_permission_check(v_type, 'write'); end if;
  return v_type;
end $$;
comment on function app.object_type_hold is
  'The object type of a write, held until the write commits: '
  'a schema change takes the row for update and so never crosses a write';
