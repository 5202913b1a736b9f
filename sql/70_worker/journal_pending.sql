create or replace function worker.journal_pending(p_after text, p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_rows text[];
begin
  -- A few rows and not all: a flood of one tenant takes one place, and the next look continues
  -- behind it.
  v_rows := array(
    select j.tenant_id from app.journal j
    where j.pending and j.tenant_id > p_after order by j.tenant_id limit p_limit);
  return json_build_object(
    'tenants', array(select distinct r collate "C" from unnest(v_rows) r order by 1),
    'next', case when cardinality(v_rows) = p_limit then v_rows[p_limit] else '' end);
end $$;
comment on function worker.journal_pending is
  'The tenants after p_after that the next p_limit pending rows of the journal belong to: {tenants, '
  'next}, where next is the p_after of the next call, empty to begin again. worker.dispatch_tenant '
  'hands them on';
