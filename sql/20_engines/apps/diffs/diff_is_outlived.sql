create or replace function app.diff_is_outlived(p_diff app.diffs)
returns boolean
language plpgsql stable as $$
declare
  v_backup app.backups;
  v_other text := p_diff.with_tenant;
begin
  if p_diff.with_backup is not null then
    select * into v_backup from app.backups b where b.id = p_diff.with_backup;
    v_other := v_backup.about_tenant;
  end if;
  return v_other <> p_diff.tenant_id and p_diff.status not in ('pending', 'running')
    and exists (
      select 1 from app.user_erasures e where e.tenant_id = v_other and e.requested_at >= p_diff.created_at)
    and not exists (
      select 1 from app.restores r where r.id = p_diff.restore_id and r.status in ('pending', 'running'));
end $$;
comment on function app.diff_is_outlived is
  'Whether a comparison with another tenant may show a user who was erased there since, and nothing applies it now: the erasure of its own tenant '
  'reaches its changes, that of the other one does not';
