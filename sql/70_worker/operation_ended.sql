create or replace function worker.operation_ended(p_tenant text, p_work text, p_within interval)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind text := app.operation_kind(p_work);
  v_id text := split_part(p_work, ' ', 2);
  v_status text;
  v_from timestamptz;
  v_to timestamptz;
begin
  case v_kind
    when 'backup' then
      select b.status, b.started_at, b.finished_at into v_status, v_from, v_to from app.backups b
      where b.id = v_id;
    when 'verification' then
      select case b.verify_status when 'passed' then 'completed' else b.verify_status end, b.verified_at
      into v_status, v_to from app.backups b where b.id = v_id;
    when 'restore' then
      select r.status, r.started_at, r.finished_at into v_status, v_from, v_to from app.restores r
      where r.id = v_id;
    when 'diff' then
      select d.status, d.started_at, d.finished_at into v_status, v_from, v_to from app.diffs d
      where d.tenant_id = p_tenant and d.id = v_id;
    when 'migration' then
      select m.status, m.started_at, m.finished_at into v_status, v_from, v_to from app.migrations m
      where m.id = v_id;
    else return null;
  end case;
  if v_to is null or v_to < clock_timestamp() - p_within or v_status not in ('completed', 'failed') then
    return null;
  end if;
  return json_build_object('kind', v_kind, 'status', v_status, 'seconds', extract(epoch from v_to - v_from));
end $$;
comment on function worker.operation_ended is
  'Tells how the operation of a task ended, for the counters of /metrics: {kind, status, seconds}, where status is completed or '
  'failed. Null for one that has not ended, ended before p_within, or was cancelled';
