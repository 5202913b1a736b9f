create or replace function api.view_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
begin
  return (
    select app.listed(json_agg(app.view_json(row(v.*)::app.views) order by v.id desc), count(*))
    from app.views v
    where v.tenant_id = tenant and v.object_type_id = v_type.id
      and app.view_is_visible(row(v.*)::app.views));
end $$;
comment on function api.view_list is 'List the saved views of an object type';
