create or replace function worker.restore_diff(p_tenant text, p_id text, p_fields jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_new app.diffs;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  -- Its rows are being removed: none may come after them.
  if worker.tenant_is_deleted(p_tenant) then return false; end if;
  v_new := jsonb_populate_record(v_new, p_fields);
  insert into app.diffs (tenant_id, id, with_tenant, with_backup, sections, part, created_by, created_at)
  values (p_tenant, p_id, v_new.with_tenant, v_new.with_backup, v_new.sections, v_new.part, 'platform', clock_timestamp())
  on conflict (tenant_id, id) do update
  set with_tenant = excluded.with_tenant, sections = excluded.sections, part = excluded.part, status = 'pending',
    error = null, finished_at = null;
  return true;
end $$;
comment on function worker.restore_diff is
  'Makes the comparison of a tenant with the staging of a backup {with_tenant, with_backup, sections, part}, or begins it once more; '
  'false when the tenant was deleted';
