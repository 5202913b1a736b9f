create or replace function worker.journal_unsealed(p_after text, p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_looked text[];
begin
  v_looked := array(
    select t.tenant_id from app.tenants t where t.tenant_id > p_after
    order by t.tenant_id limit p_limit);
  return json_build_object(
    'tenants', array(
      select t.tenant_id from app.tenants t
      where t.tenant_id = any (v_looked) and t.status <> 'provisioning' and app.journal_unsealed_since(t.tenant_id) is not null
      order by t.tenant_id),
    'next', case when cardinality(v_looked) = p_limit then v_looked[p_limit] else '' end);
end $$;
comment on function worker.journal_unsealed is
  'Which of the p_limit tenants after p_after have rows to seal: {tenants, next}, where next is '
  'the p_after of the next call, empty to begin again. A look at a tenant is a few index probes';
