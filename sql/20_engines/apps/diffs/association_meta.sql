create or replace function app.association_meta(p_tenant text, p_wanted jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_from text := (select t.id from app.object_types t where t.tenant_id = p_tenant and t.name = p_wanted->>'from_type');
  v_to text := (select t.id from app.object_types t where t.tenant_id = p_tenant and t.name = p_wanted->>'to_type');
begin
  return (
    select a.meta from app.associations a
    where a.tenant_id = p_tenant and a.from_type_id = v_from and a.from_id = p_wanted->>'from_id'
      and a.association_type = p_wanted->>'association_type' and a.to_type_id = v_to
      and a.to_id = p_wanted->>'to_id' and not a.is_hidden);
end $$;
comment on function app.association_meta is
  'The meta of the association that {from_type, from_id, association_type, to_type, to_id} name, types by name; null if it does not exist';
