create or replace function worker.work_claim(
  p_kind text, p_after text, p_busy text[], p_limit integer, p_per_tenant integer,
  p_lease interval)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenant text := p_after;
  v_rows text[];
  v_status text;
  v_outbound text;
  v_muted timestamptz;
  v_again timestamptz := v_now + interval '1 minute';
  v_until timestamptz := v_now + p_lease;
  v_items json[] := '{}';
  v_claimed json[];
begin
  -- Here, where work is taken, so that a worker of an earlier version holds it as well.
  if p_kind <> all (app.inner_kinds()) and app.outbound_held() then
    return json_build_object('items', v_items, 'next', '');
  end if;
  -- From a few rows to the next: each tenant has its turn, whatever others have queued.
  <<looks>>
  for i in 1..10 loop
    v_rows := array(
      select w.tenant_id from app.work w
      where w.tenant_id > v_tenant and w.kind = p_kind and w.due_at <= v_now
      order by w.tenant_id limit 100);
    if v_rows = '{}' then
      v_tenant := '';
      exit;
    end if;
    for v_tenant in select distinct r collate "C" from unnest(v_rows) r order by 1 loop
      continue when v_tenant = any (p_busy);
      select t.status, t.outbound, t.outbound_at into v_status, v_outbound, v_muted
      from app.tenants t where t.tenant_id = v_tenant;
      -- Our own tasks go on with tenants that are suspended, and remove those that are deleted.
      if v_status in ('suspended', 'deleted', 'provisioning') and p_kind <> 'task' then
        -- A tenant that is suspended gets its events later.
        update app.work w set due_at = v_again
        where w.tenant_id = v_tenant and w.kind = p_kind and w.due_at <= v_now;
        continue;
      end if;
      if v_outbound = 'off' then v_muted := 'infinity'; end if;
      if v_muted is not null and p_kind in ('webhook', 'integration') then
        continue when worker.works_mute(v_tenant, p_kind, v_muted, 5000) = 5000;
      end if;
      with due as (
        select w.id from app.work w
        where w.tenant_id = v_tenant and w.kind = p_kind and w.due_at <= v_now
          and (w.serial_key is null or not exists (
            select 1 from app.work e where e.tenant_id = v_tenant and e.kind = p_kind
              and e.serial_key = w.serial_key and e.id < w.id))
        order by w.due_at, w.id limit least(p_per_tenant, p_limit - cardinality(v_items))
        for update skip locked),
      claimed as (
        update app.work w set attempts = w.attempts + 1, due_at = v_until
        from due d where w.tenant_id = v_tenant and w.kind = p_kind and w.id = d.id
        returning w.id, w.attempts, w.created_at)
      select array_agg(json_strip_nulls(json_build_object(
        'tenant_id', v_tenant, 'id', c.id, 'attempts', c.attempts,
        'is_muted', c.created_at <= v_muted)) order by c.id)
      into v_claimed from claimed c;
      v_items := v_items || v_claimed;
      exit looks when cardinality(v_items) >= p_limit;
    end loop;
  end loop;
  return json_build_object('items', v_items, 'next', v_tenant);
end $$;
comment on function worker.work_claim is
  'Takes up to p_limit due works of a kind from tenants after p_after, p_per_tenant of each, but '
  'none of p_busy: {items: [{tenant_id, id, attempts, is_muted?}], next}, where next is the p_after of the '
  'next call, empty to begin again. Each is due again after p_lease, should the worker die. None while what '
  'leaves the installation is held (app.inner_kinds). is_muted: nothing of it may leave, for its tenant had outbound off '
  'since it was queued';
