create or replace function app.export_passkeys(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(app.passkey_json(row(k.*)::app.passkeys) order by k.id), '[]')
  from app.passkeys k where k.tenant_id = p_tenant and k.user_id = p_user_id
$$;
comment on function app.export_passkeys is 'The passkeys of a user, in the export of their data';
