create or replace function auth.keys_used(p_uses jsonb)
returns void
language sql volatile security definer set search_path = '' as $$
  -- Rows that another process is writing right now are left out: it knows as well when they were
  -- used.
  with uses as (
    select * from jsonb_to_recordset(p_uses)
      u(tenant_id text, handle text, session text, used_at timestamptz, ip inet)),
  keys as (
    select k.tenant_id, k.id, u.used_at, u.ip
    from uses u join app.api_keys k on k.tenant_id = u.tenant_id and k.handle = u.handle
    where k.last_used_at is null or k.last_used_at < u.used_at
    for update of k skip locked),
  sessions as (
    select s.tenant_id, s.id, u.used_at
    from uses u join app.sessions s on s.tenant_id = u.tenant_id and s.id = u.session
    where s.last_active_at < u.used_at
    for update of s skip locked),
  keys_written as (
    update app.api_keys k set last_used_at = h.used_at, last_used_ip = h.ip
    from keys h where k.tenant_id = h.tenant_id and k.id = h.id)
  update app.sessions s set last_active_at = h.used_at
  from sessions h where s.tenant_id = h.tenant_id and s.id = h.id
$$;
comment on function auth.keys_used is
  'Writes when and from where keys and sessions were last used: '
  '[{tenant_id, handle | session, used_at, ip}]';
