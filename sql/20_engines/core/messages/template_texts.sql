create or replace function app.template_texts(p_tenant text, p_template text, p_user_id text)
returns jsonb
language plpgsql stable as $$
declare
  v_settings app.tenant_settings := app.settings_find(p_tenant);
  v_authors jsonb := v_settings.authors->('templates.' || p_template);
  v_user app.users;
begin
  if v_authors is not null and p_user_id is not null then
    select * into v_user from app.users u where u.tenant_id = p_tenant and u.id = p_user_id;
    if app.author_beyond(v_user, jsonb_build_object(p_template, v_authors)) is not null then
      return null;
    end if;
  end if;
  return v_settings.auth->'templates'->p_template;
end $$;
comment on function app.template_texts is
  'Returns a tenant''s own texts of a template. Null also for a user who may do more than who '
  'wrote it, and who could lead the link of a sign-in elsewhere';
