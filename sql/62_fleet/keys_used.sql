create or replace function auth.keys_used(p_uses jsonb)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_use record;
  v_id text;
begin
  -- One by one, because each statement names one tenant. Rows that another process is writing right now
  -- are left out: it knows as well when they were used.
  for v_use in
    select * from jsonb_to_recordset(p_uses)
      u(tenant_id text, handle text, session text, platform_key text, used_at timestamptz, ip inet)
  loop
    if v_use.platform_key is not null then
      select k.id into v_id from app.platform_keys k
      where k.id = v_use.platform_key and (k.last_used_at is null or k.last_used_at < v_use.used_at)
      for update skip locked;
      if found then
        update app.platform_keys k set last_used_at = v_use.used_at, last_used_ip = v_use.ip
        where k.id = v_id;
      end if;
    elsif v_use.handle is not null then
      select k.id into v_id from app.api_keys k
      where k.tenant_id = v_use.tenant_id and k.handle = v_use.handle
        and (k.last_used_at is null or k.last_used_at < v_use.used_at)
      for update skip locked;
      if found then
        update app.api_keys k set last_used_at = v_use.used_at, last_used_ip = v_use.ip
        where k.tenant_id = v_use.tenant_id and k.id = v_id;
      end if;
    else
      select s.id into v_id from app.sessions s
      where s.tenant_id = v_use.tenant_id and s.id = v_use.session
        and s.last_active_at < v_use.used_at
      for update skip locked;
      if found then
        update app.sessions s set last_active_at = v_use.used_at
        where s.tenant_id = v_use.tenant_id and s.id = v_id;
      end if;
    end if;
  end loop;
end $$;
comment on function auth.keys_used is
  'Writes when and from where keys and sessions were last used: '
  '[{tenant_id, handle | session, used_at, ip}], [{platform_key, used_at, ip}]';
