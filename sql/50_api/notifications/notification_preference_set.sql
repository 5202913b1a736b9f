create or replace function api.notification_preference_set(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user_id text := (app.user_lock(tenant, app.principal()->>'user_id')).id;
  v_channel text := args->>'channel';
  v_categories text[] := array(
    select distinct c from jsonb_array_elements_text(args->'categories') c order by c);
  v_old app.notification_preferences;
  v_new app.notification_preferences;
  v_done text;
begin
  select * into v_old from app.notification_preferences p
  where p.tenant_id = tenant and p.user_id = v_user_id and p.channel = v_channel;
  insert into app.notification_preferences as p
    (tenant_id, user_id, channel, is_enabled, categories, updated_at)
  values (tenant, v_user_id, v_channel, coalesce((args->>'enabled')::boolean, true),
    v_categories, clock_timestamp())
  on conflict (tenant_id, user_id, channel) do update set is_enabled = excluded.is_enabled,
    categories = excluded.categories, updated_at = excluded.updated_at
  returning * into v_new;
  v_done := app.journal_write(tenant, 'notification_preference.updated', 'notification_preference',
    v_user_id || ':' || v_channel, app.preference_json(v_new), app.preference_json(v_old));
  return json_build_object('updated', true);
end $$;
comment on function api.notification_preference_set is 'Set what you receive on a channel';
