create or replace function app.policies_refresh_with(p_tenant text, p_object_type_id text)
returns void
language plpgsql volatile as $$
declare v_type_id text;
begin
  for v_type_id in
    select t.id from app.object_types t
    where t.tenant_id = p_tenant and t.policies->'types' ? p_object_type_id order by t.id
  loop
    perform app.policies_refresh(p_tenant, v_type_id);
  end loop;
end $$;
comment on function app.policies_refresh_with is
  'app.policies_refresh of the types whose policies look at objects of this one, along associations';
