create or replace function app.settings_check(p_user app.users, p_parts text[])
returns void
language plpgsql stable as $$
declare v_settings app.tenant_settings := app.settings_find(p_user.tenant_id);
begin
  perform app.author_check(p_user, (
    select coalesce(json_object_agg(p, v_settings.authors->p)::jsonb, '{}') from unnest(p_parts) p
    where v_settings.authors ? p), '/v1/auth-config');
end $$;
comment on function app.settings_check is
  'app.author_check of settings in auth-config, by their paths (app.author_parts)';
