create or replace function app.export_objects(p_tenant text, p_user_id text)
returns json
language plpgsql stable as $$
declare
  v_types text[] := array(select t.id from app.object_types t where t.tenant_id = p_tenant);
  v_policies jsonb := app.policies_of_caller(p_tenant);
begin
  return (
    select coalesce(json_agg(app.object_json(o.object) order by (o.object).id), '[]')
    from unnest(v_types) t(id) cross join lateral (
      select row(o.*)::app.objects as object from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = t.id and o.created_by = p_user_id
        and (v_policies is null or app.policies_show(v_policies, p_tenant, t.id, o.id))
      order by o.id limit 100000) o);
end $$;
comment on function app.export_objects is
  'The objects that a user created, those in the trash too, in the export of their data; '
  'what policies hide from him by now is left out';
