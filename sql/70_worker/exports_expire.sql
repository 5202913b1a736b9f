create or replace function worker.exports_expire(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_killed app.exports[];
begin
  with expired as (
    update app.exports e set status = 'expired'
    where e.tenant_id = p_tenant and e.status = 'completed' and e.expires_at < v_now
    returning e.id)
  delete from app.export_chunks c using expired x
  where c.tenant_id = p_tenant and c.export_id = x.id;
  -- A worker that was killed at its last attempt cannot say so.
  with killed as (
    update app.exports e set status = 'failed', finished_at = v_now,
      error = '{"code":"TIMEOUT","message":"It did not finish within a day."}'
    where e.tenant_id = p_tenant and e.status in ('pending', 'running')
      and coalesce(e.started_at, e.created_at) < v_now - interval '1 day'
    returning row(e.*)::app.exports as e)
  select array_agg(k.e) into v_killed from killed k;
  perform app.export_give_up(e) from unnest(v_killed) e;
end $$;
comment on function worker.exports_expire is
  'Removes, for worker.housekeeping, the files of a tenant''s exports past their seven days; '
  'their rows stay';
