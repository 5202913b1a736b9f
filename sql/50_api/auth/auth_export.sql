create or replace function api.auth_export(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_user app.users := app.user_find(tenant, app.principal()->>'user_id');
begin
  return (
    select json_object_agg(e.name, e.records order by e.is_list, e.name collate "C")
    from (
      values ('_meta', json_build_object('user_id', v_user.id, 'tenant_id', tenant,
          'export_type', 'user_data_export', 'exported_at', v_user.exported_at), false),
        ('user', app.user_admin_json(v_user), false)
      union all
      select x.name, x.records, true from app.user_export(tenant, v_user.id) x) e(name, records, is_list));
end $$;
comment on function api.auth_export is 'Returns everything stored about the user';
