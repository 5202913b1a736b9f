create or replace function worker.staging_mask(p_tenant text, p_state jsonb default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_limit constant integer := 5000;
  v_table record;
  v_key text[];
  v_after jsonb := p_state->'after';
  v_number bigint := coalesce((p_state->>'number')::bigint, 0);
  v_kinds jsonb;
  v_rows integer;
  v_last jsonb;
begin
  perform app.stay(p_tenant), app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  perform from app.tenants t
  where t.tenant_id = p_tenant and t.status = 'provisioning' for no key update;
  if not found then
    perform app.fail(409, 'INVALID_STATE', 'Only a tenant that is being loaded is masked, before anything reaches it.');
  end if;
  v_kinds := app.mask_kinds(p_tenant);
  for v_table in
    select t.table_name as name, t.rule->'mask' as mask from app.registry_tables() t
    where t.rule ? 'mask' and t.table_name collate "C" >= coalesce(p_state->>'table', '')
    order by t.table_name collate "C"
  loop
    if v_table.mask = '"drop"' then
      execute format(
        'delete from app.%I where ctid = any (array(select ctid from app.%1$I where tenant_id = $1 limit %s)) and tenant_id = $1',
        v_table.name, v_limit) using p_tenant;
      get diagnostics v_rows = row_count;
    else
      v_key := array(
        select a.attname::text from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality k(attnum, n)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = format('app.%I', v_table.name)::regclass and i.indisprimary order by k.n);
      execute app.mask_statement(v_table.name, v_table.mask, v_key, v_after is not null, v_limit)
        into v_rows, v_last using p_tenant, v_after, v_number, v_kinds;
    end if;
    if v_rows > 0 then
      return jsonb_build_object('table', v_table.name, 'after', v_last, 'number', v_number + v_rows);
    end if;
    v_after := null;
    v_number := 0;
  end loop;
  return null;
end $$;
comment on function worker.staging_mask is
  'Puts stand-ins for what a staging holds of people, up to 5,000 rows of a table: p_state of the next call, null when all is '
  'done. Index, search and the directory of addresses are built afterwards';
