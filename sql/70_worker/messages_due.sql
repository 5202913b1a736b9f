create or replace function worker.messages_due(p_channel text, p_after text, p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenant text := p_after;
  v_rows text[];
  v_tenants text[] := '{}';
begin
  if app.outbound_held() then return json_build_object('tenants', v_tenants, 'next', ''); end if;
  -- From a few rows to the next, along the index of what is queued.
  <<looks>>
  for i in 1..100 loop
    v_rows := array(
      select m.tenant_id from app.messages m
      where m.status = 'queued' and m.tenant_id > v_tenant order by m.tenant_id limit 100);
    if v_rows = '{}' then
      v_tenant := '';
      exit;
    end if;
    for v_tenant in select distinct r collate "C" from unnest(v_rows) r order by 1 loop
      if exists (
        select 1 from app.messages m where m.status = 'queued' and m.tenant_id = v_tenant
          and m.channel = p_channel and m.due_at <= v_now) then
        v_tenants := v_tenants || v_tenant;
        exit looks when cardinality(v_tenants) = p_limit;
      end if;
    end loop;
  end loop;
  return json_build_object('tenants', v_tenants, 'next', v_tenant);
end $$;
comment on function worker.messages_due is
  'Up to p_limit tenants after p_after with messages to send: {tenants, next}, where next is the '
  'p_after of the next call, empty to begin again. So each tenant has its turn, whatever others '
  'have queued. None while what leaves the installation is held';
