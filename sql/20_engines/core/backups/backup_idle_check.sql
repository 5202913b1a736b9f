create or replace function app.backup_idle_check(p_backup app.backups)
returns void
language plpgsql stable as $$
begin
  if p_backup.status in ('pending', 'running') then
    perform app.fail(409, 'INVALID_STATE', format(
      'This backup is %s. Cancel it first: POST /admin/backups/%s/cancel', p_backup.status, p_backup.id));
  elsif p_backup.verify_status = 'running' then
    perform app.fail(409, 'INVALID_STATE', 'This backup is being verified. Wait until verify_status is passed or failed.');
  elsif exists (
    select 1 from app.restores r
    where r.backup_id = p_backup.id and r.status in ('pending', 'running')) then
    perform app.fail(409, 'INVALID_STATE',
      'A restore reads this backup. Wait until it has ended, or cancel it: GET /admin/restores lists it.');
  end if;
end $$;
comment on function app.backup_idle_check is
  'Refuses with 409 a backup that is being made, verified or restored';
