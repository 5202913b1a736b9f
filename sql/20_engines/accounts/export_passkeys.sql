create or replace function app.export_passkeys(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', k.id, 'user_id', k.user_id,
    'credential_id', k.credential_id, 'friendly_name', k.friendly_name,
    'created_at', k.created_at, 'last_used_at', k.last_used_at) order by k.id), '[]')
  from app.passkeys k where k.tenant_id = p_tenant and k.user_id = p_user_id
$$;
comment on function app.export_passkeys is 'The passkeys of a user, in the export of his data';
