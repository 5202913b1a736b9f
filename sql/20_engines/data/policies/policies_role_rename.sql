create or replace function app.policies_role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
begin
  update app.policies p set role = p_new where p.tenant_id = p_tenant and p.role = p_old;
  perform app.policies_refresh(p_tenant, t.id)
  from (
    select distinct p.object_type_id as id from app.policies p
    where p.tenant_id = p_tenant and p.role = p_new order by 1) t;
end $$;
comment on function app.policies_role_rename is
  'Carries a new name of a role to policies, and compiles those of their types again';
