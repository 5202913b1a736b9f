create or replace function app.sql_version(p_tenant text, p_names jsonb)
returns text
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
begin
  return md5(concat((
    select string_agg(hash_record_extended(row(t.id, t.name, t.updated_at, t.definition), 0)::text, ' '
      order by t.name)
    from app.object_types t
    where t.tenant_id = p_tenant
      and t.name = any (array(select jsonb_array_elements_text(p_names)))),
    jsonb_build_array(v_principal->'id', v_principal->'scopes', v_principal->'permissions',
      v_principal->'bound_by_policies', v_principal->'sees_private', v_principal->'type_limited')));
end $$;
comment on function app.sql_version is
  'Returns a text that changes whenever names in a statement change their meaning for a caller '
  'whom no policy binds: with object types of these names, and with the caller''s rights';
