create or replace function api.notification_preference_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_user_id text := app.principal()->>'user_id';
begin
  return (
    select app.listed(json_agg(app.preference_json(row(p.*)::app.notification_preferences)
      order by p.channel), count(*))
    from app.notification_preferences p
    where p.tenant_id = tenant and p.user_id = v_user_id);
end $$;
comment on function api.notification_preference_list is 'List your notification preferences';
