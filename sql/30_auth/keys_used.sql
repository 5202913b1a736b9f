create or replace function auth.keys_used(p_uses jsonb)
returns void
language sql volatile security definer set search_path = '' as $$
  -- Keys that another process is writing right now are left out: it knows as well when they were
  -- used.
  with held as (
    select k.tenant_id, k.id, u.used_at, u.ip
    from jsonb_to_recordset(p_uses) u(tenant_id text, handle text, used_at timestamptz, ip inet)
    join app.api_keys k on k.tenant_id = u.tenant_id and k.handle = u.handle
    where k.last_used_at is null or k.last_used_at < u.used_at
    for update of k skip locked)
  update app.api_keys k set last_used_at = h.used_at, last_used_ip = h.ip
  from held h where k.tenant_id = h.tenant_id and k.id = h.id
$$;
comment on function auth.keys_used is
  'Writes last_used_at and last_used_ip of [{tenant_id, handle, used_at, ip}]';
