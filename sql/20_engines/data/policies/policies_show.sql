create or replace function app.policies_show(
  p_policies jsonb, p_tenant text, p_object_type_id text, p_id text)
returns boolean
language plpgsql stable as $$
declare
  v_filter app.filter;
  v_object app.objects;
begin
  if p_policies is null or not p_policies ? p_object_type_id then return true; end if;
  select * into v_object from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = p_object_type_id and o.id = p_id;
  v_filter := jsonb_populate_record(null::app.filter, p_policies->p_object_type_id);
  return v_object.id is not null and coalesce(app.filter_holds(v_filter, v_object), false);
end $$;
comment on function app.policies_show is
  'Whether the caller may see an object (p_policies of app.policies_of_caller)';
