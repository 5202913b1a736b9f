create or replace function worker.work_due(p_limit integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_kinds text[] := array(
    select w.kind from app.work w where w.due_at <= v_now order by w.tenant_id limit p_limit);
  v_channels text[] := array(
    select m.channel from app.messages m where m.status = 'queued' and m.due_at <= v_now
    order by m.tenant_id limit p_limit);
  v_is_held boolean := app.outbound_held();
begin
  return json_build_object(
    'kinds', array(
      select distinct k collate "C" from unnest(v_kinds || v_channels) k
      where not v_is_held or k = any (app.inner_kinds()) order by 1),
    'is_more', greatest(cardinality(v_kinds), cardinality(v_channels)) = p_limit);
end $$;
comment on function worker.work_due is
  'The kinds of works and the channels of messages that are due, among the first p_limit of each: '
  '{kinds, is_more}; is_more when there may be others behind them. Without those that are held';
