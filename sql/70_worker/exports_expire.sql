create or replace function worker.exports_expire(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_expired app.exports[];
  v_killed app.exports[];
begin
  v_expired := array(
    select row(e.*)::app.exports as e from app.exports e
    where e.tenant_id = p_tenant and e.status = 'completed' and e.expires_at < v_now
    order by e.id for update);
  update app.exports e set status = 'expired', storage_key = null
  where e.tenant_id = p_tenant and e.id = any (array(select x.id from unnest(v_expired) x));
  delete from app.export_chunks c
  where c.tenant_id = p_tenant and c.export_id = any (array(select x.id from unnest(v_expired) x));
  perform app.exports_release(p_tenant, v_expired);
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
