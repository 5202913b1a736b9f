create or replace function worker.diff_backup(p_tenant text, p_id text, p_with text default null)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  update app.diffs d set with_tenant = p_with where d.tenant_id = p_tenant and d.id = p_id and p_with is not null;
  return (
    select json_build_object('backup_id', b.id, 'backup_tenant_id', b.about_tenant)
    from app.diffs d join app.backups b on b.id = d.with_backup
    where d.tenant_id = p_tenant and d.id = p_id and d.status in ('pending', 'running'));
end $$;
comment on function worker.diff_backup is
  'The backup that a tenant is compared with, null when that has ended; p_with: the staging that it was loaded into';
