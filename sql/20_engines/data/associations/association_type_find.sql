create or replace function app.association_type_find(p_tenant text, p_reference text)
returns app.association_types
language plpgsql stable as $$
declare v_rule app.association_types;
begin
  if p_reference like 'asct\_%' then
    select * into v_rule from app.association_types t
    where t.tenant_id = p_tenant and t.id = p_reference;
  else
    select * into v_rule from app.association_types t
    where t.tenant_id = p_tenant and t.name = p_reference;
  end if;
  if v_rule.id is null then perform app.not_found('association_type', p_reference); end if;
  return v_rule;
end $$;
comment on function app.association_type_find is
  'An association type by id (asct_…) or name; 404 when there is none';
