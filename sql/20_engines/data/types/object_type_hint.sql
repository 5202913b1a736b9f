create or replace function app.object_type_hint(p_tenant text, p_given text)
returns text
language plpgsql stable as $$
begin
  -- Those who may list the types may be told their names.
  if app.is_type_limited() or not app.principal()->>'type' in ('user', 'api_key')
    or not app.may_know('read', 'objects:read') then
    return '';
  end if;
  return app.nearest_hint(p_given, array(
    select t.name::text from app.object_types t where t.tenant_id = p_tenant
    order by t.id desc limit 1000));
end $$;
comment on function app.object_type_hint is
  'The end of a message about an unknown object type: the one that was probably meant, for those who may list them';
