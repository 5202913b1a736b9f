create or replace function api.notification_read_all(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user_id text := v_principal->>'user_id';
  v_updated integer;
begin
  with changed as (
    update app.notifications n set is_read = true
    where n.tenant_id = tenant and n.user_id = v_user_id and not n.is_read returning n.*),
  noted as (
    insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, before,
      after, changed, request_id, ip, user_agent, causation_depth, root, pending)
    select tenant, app.place(tenant), app.new_id('evt'), 'notification.updated',
      app.journal_actor(v_principal), 'notification', c.id, '{"is_read":false}', app.notification_json(c), '{is_read}',
      v_principal->>'request_id', v_principal->>'ip', v_principal->>'user_agent',
      coalesce((v_principal->>'causation_depth')::smallint, 0), (v_principal->>'root')::uuid,
      h.is_pending
    from changed c cross join app.heard_by(tenant, 'notification.updated') h)
  select count(*) into v_updated from changed;
  perform app.budget_take(tenant, 'writes', v_updated);
  return json_build_object('updated', v_updated);
end $$;
comment on function api.notification_read_all is 'Mark all your notifications read';
