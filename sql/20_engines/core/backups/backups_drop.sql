create or replace function app.backups_drop(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_restore app.restores;
begin
  -- A restore that has the bytes open would bring the tenant back.
  for v_restore in
    update app.restores r set status = 'failed', finished_at = v_now, handover = null,
      error = 'The tenant of the backup was deleted, and its backups with it.'
    where r.status in ('pending', 'running')
      and r.backup_id in (select b.id from app.backups b where b.about_tenant = p_tenant)
    returning r.*
  loop
    perform app.restore_release(v_restore);
  end loop;
  delete from app.backups b where b.about_tenant = p_tenant;
end $$;
comment on function app.backups_drop is
  'Forgets the backups of a tenant that is deleted. One that is being made ends, and so do restores of them; the worker removes the bytes';
