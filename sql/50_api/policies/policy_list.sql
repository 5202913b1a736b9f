create or replace function api.policy_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
begin
  return (
    select app.listed(json_agg(app.policy_json(row(p.*)::app.policies)
      order by p.priority desc, p.id), count(*))
    from app.policies p where p.tenant_id = tenant and p.object_type_id = v_type.id);
end $$;
comment on function api.policy_list is 'List the row policies of an object type';
