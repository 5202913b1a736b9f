create or replace function worker.staging_types(p_tenant text, p_after text, p_limit integer)
returns text
language plpgsql volatile as $$
declare
  v_id text;
  v_last text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  for v_id in
    select t.id from app.object_types t where t.tenant_id = p_tenant and t.id > p_after order by t.id limit p_limit
  loop
    insert into app.object_counts (tenant_id, object_type_id, slot)
    select p_tenant, v_id, s from generate_series(0, 15) s;
    perform app.object_type_refresh(p_tenant, v_id);
    v_last := v_id;
  end loop;
  if v_last is null then perform app.invariants_recompile(p_tenant); end if;
  return v_last;
end $$;
comment on function worker.staging_types is
  'Makes what types keep of their properties and policies, of a tenant that is being loaded: nothing of it is believed. Returns the '
  'last of the next p_limit types after p_after; null when there are no more';
