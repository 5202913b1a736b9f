create or replace function app.restores_end(p_tenant text)
returns void
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  update app.restores r set status = 'failed', finished_at = v_now, handover = null,
    error = 'The tenant was deleted while it was copied.'
  where r.source_tenant = p_tenant and r.mode = 'clone' and r.status in ('pending', 'running');
  update app.restores r set status = 'failed', finished_at = v_now, handover = null,
    error = 'The tenant was deleted while the backup was restored into it.'
  where r.target_tenant = p_tenant and r.mode in ('in_place', 'merge') and r.status in ('pending', 'running');
  update app.restores r set status = 'failed', finished_at = v_now, handover = null,
    error = 'The tenant was deleted while it was changed.'
  where r.target_tenant = p_tenant and r.mode = 'apply' and r.status in ('pending', 'running');
end $$;
comment on function app.restores_end is
  'Ends the copies of a tenant, the restores into it, and the applications of its comparisons, that are under way when it is deleted';
