create or replace function auth.keys_used(p_uses jsonb)
returns void
language sql volatile security definer set search_path = '' as $$
  update app.api_keys k set last_used_at = u.used_at, last_used_ip = u.ip
  from jsonb_to_recordset(p_uses) u(tenant_id text, handle text, used_at timestamptz, ip inet)
  where k.tenant_id = u.tenant_id and k.handle = u.handle
    and (k.last_used_at is null or k.last_used_at < u.used_at)
$$;
comment on function auth.keys_used is
  'Writes last_used_at and last_used_ip of [{tenant_id, handle, used_at, ip}]';
