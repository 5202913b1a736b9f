create or replace function worker.journal_unsealed(p_after text, p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_oldest xid8 := pg_snapshot_xmin(pg_current_snapshot());
begin
  return (
    with looked as (
      select t.tenant_id, exists (
        select from app.journal j
        where j.tenant_id = t.tenant_id and j.xid < app.place_at(v_oldest, t.place_shift)
          and (j.xid, j.id) > (coalesce(l.xid, '0'), coalesce(l.id, ''))) as is_unsealed
      from (
        select t.tenant_id, t.place_shift from app.tenants t
        where t.tenant_id > p_after order by t.tenant_id limit p_limit) t
      left join lateral (
        select s.xid, s.id from app.journal_seals s
        where s.tenant_id = t.tenant_id order by s.xid desc, s.id desc limit 1) l on true)
    select json_build_object(
      'tenants', coalesce(json_agg(k.tenant_id) filter (where k.is_unsealed), '[]'),
      'next', case when count(*) = p_limit then max(k.tenant_id::text) else '' end)
    from looked k);
end $$;
comment on function worker.journal_unsealed is
  'Which of the p_limit tenants after p_after have rows to seal: {tenants, next}, where next is '
  'the p_after of the next call, empty to begin again. A look at a tenant is a few index probes';
