create or replace function worker.exports_expire(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_yesterday timestamptz := v_now - interval '1 day';
  v_export app.exports;
begin
  -- Row by row: on a cluster housekeeping runs on the coordinator, whose nodes cannot tell the type of an array of rows.
  for v_export in
    select * from app.exports e
    where e.tenant_id = p_tenant and e.status = 'completed' and e.expires_at < v_now
    order by e.id for update
  loop
    update app.exports e set status = 'expired', storage_key = null
    where e.tenant_id = p_tenant and e.id = v_export.id;
    delete from app.export_chunks c where c.tenant_id = p_tenant and c.export_id = v_export.id;
    perform app.exports_release(p_tenant, array[v_export]);
  end loop;
  -- A worker that was killed at its last attempt cannot report it.
  for v_export in
    select * from app.exports e
    where e.tenant_id = p_tenant and e.status in ('pending', 'running')
      and coalesce(e.started_at, e.created_at) < v_yesterday
    order by e.id for update
  loop
    update app.exports e set status = 'failed', finished_at = v_now,
      error = '{"code":"TIMEOUT","message":"It did not finish within a day."}'
    where e.tenant_id = p_tenant and e.id = v_export.id
    returning * into v_export;
    perform app.export_give_up(v_export);
  end loop;
end $$;
comment on function worker.exports_expire is
  'Removes, for worker.housekeeping, the files of a tenant''s exports past their seven days; '
  'their rows stay';
