create or replace function worker.staging_parts(p_tenant text, p_kind text)
returns text[]
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  if p_kind = 'object_type' then
    return array(select t.id from app.object_types t where t.tenant_id = p_tenant order by t.id);
  end if;
  return array(select c.name from app.vector_collections c where c.tenant_id = p_tenant order by c.name);
end $$;
comment on function worker.staging_parts is
  'The object types, or the vector collections, that a tenant that is being loaded has rows of';
