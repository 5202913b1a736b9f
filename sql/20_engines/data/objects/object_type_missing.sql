create or replace function app.object_type_missing(p_tenant text, p_reference text)
returns void
language plpgsql stable as $$
declare
  v_names text[];
begin
  -- Those who may list the types may be told their names.
  if not app.is_type_limited() and app.principal()->>'type' in ('user', 'api_key') then
    v_names := array(
      select t.name::text from app.object_types t where t.tenant_id = p_tenant
      order by t.id desc limit 1000);
  end if;
  perform app.fail(404, 'NOT_FOUND', format('There is no object type %s here%s',
    left(p_reference, 100), coalesce(nullif(app.nearest_hint(p_reference, v_names), ''), '.')),
    '{"resource": "object_type"}');
end $$;
comment on function app.object_type_missing is
  'Refuses with 404 NOT_FOUND an object type, with the name that was probably meant where the caller may know it';
