create or replace function app.redirect_guard(p_user app.users, p_target text)
returns void
language plpgsql stable as $$
declare
  v_parts text[] := app.redirect_parts(p_user.tenant_id, p_target);
  v_authors jsonb := coalesce((app.settings_find(p_user.tenant_id)).authors, '{}');
  v_part text;
begin
  if p_target is null or app.author_beyond(p_user, '{"any": [{"type": "nobody"}]}') is null then
    return;
  end if;
  foreach v_part in array v_parts loop
    if not v_authors ? v_part
      or app.author_beyond(p_user, jsonb_build_object(v_part, v_authors->v_part)) is null then
      return;
    end if;
  end loop;
  if v_parts = '{}' then
    perform app.fail(400, 'INVALID_REDIRECT', 'redirect_to is no longer in redirect_allow_list of '
      '/v1/auth-config.', null, 'redirect_to');
  end if;
  perform app.settings_check(p_user, v_parts);
end $$;
comment on function app.redirect_guard is
  'Checks whether what signs a user in may be sent to a target of app.redirect_check: 403 when '
  'only someone who may do less than the user has allowed it';
