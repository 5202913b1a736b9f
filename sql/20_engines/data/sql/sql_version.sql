create or replace function app.sql_version(p_tenant text, p_names jsonb)
returns text
language plpgsql stable as $$
declare
  v_types text;
begin
  select string_agg(hash_record_extended(row(t.id, t.name, t.updated_at, t.definition), 0)::text, ' '
    order by t.name) into v_types
  from app.object_types t
  where t.tenant_id = p_tenant and t.name in (select jsonb_array_elements_text(p_names));
  return md5(concat_ws(' ', v_types, app.jsonb_pick(app.principal(), array['id', 'scopes',
    'permissions', 'bound_by_policies', 'sees_private', 'type_limited'])));
end $$;
comment on function app.sql_version is
  'A text that changes whenever names in a statement stand for something else for a caller whom no '
  'policy binds: with object types of these names, and with the caller''s rights';
