create or replace function app.place_rewind(p_tenant text, p_place xid8)
returns jsonb
language plpgsql stable as $$
declare
  v_rewinds jsonb;
  v_rewind jsonb;
  v_place bigint := p_place::text;
begin
  -- Authentication has noted it; a rewind raises it.
  if app.place_shift(p_tenant) = 0 then return null; end if;
  select t.rewinds into v_rewinds from app.tenants t where t.tenant_id = p_tenant;
  for v_rewind in select jsonb_array_elements(v_rewinds) loop
    if v_place between (v_rewind->>'from')::bigint and (v_rewind->>'to')::bigint then
      return v_rewind;
    end if;
  end loop;
  return null;
end $$;
comment on function app.place_rewind is
  'Of the times that are lost to a tenant (app.tenants.rewinds), the one that a place was handed out in; null for a place that '
  'is not lost. Nothing is read of a tenant whose database has never gone back';
