create or replace function app.object_type_own(p_tenant text, p_reference text)
returns app.object_types
language plpgsql volatile as $$
declare v_type app.object_types := app.object_type_find(p_tenant, p_reference);
begin
  select * into v_type from app.object_types t
  where t.tenant_id = p_tenant and t.id = v_type.id for update;
  if v_type.id is null then perform app.object_type_missing(p_tenant, p_reference); end if;
  return v_type;
end $$;
comment on function app.object_type_own is
  'The object type of a schema change: '
  'waits for the writes that hold it (app.object_type_hold) and keeps new ones out';
