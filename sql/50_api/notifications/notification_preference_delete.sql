create or replace function api.notification_preference_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user_id text := app.principal()->>'user_id';
  v_channel text := args->>'channel';
  v_old app.notification_preferences;
  v_done text;
begin
  delete from app.notification_preferences p
  where p.tenant_id = tenant and p.user_id = v_user_id and p.channel = v_channel
  returning * into v_old;
  if not found then perform app.not_found('notification_preference', v_channel); end if;
  v_done := app.journal_write(tenant, 'notification_preference.deleted', 'notification_preference',
    v_user_id || ':' || v_channel, null, app.preference_json(v_old));
  return json_build_object('deleted', true);
end $$;
comment on function api.notification_preference_delete is 'Remove a notification preference';
