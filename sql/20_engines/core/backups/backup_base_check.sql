create or replace function app.backup_base_check(p_backup app.backups, p_base jsonb)
returns void
language plpgsql immutable as $$
begin
  if p_backup.source = 'external' then
    perform app.fail(409, 'INVALID_STATE', 'This backup was made by another tool, which has its bytes.');
  elsif p_backup.options->>'destination' is distinct from p_base->>'destination' then
    perform app.fail(409, 'INVALID_STATE', format(
      'The bytes of this backup are at %s, and BACKUP_TO of this server is %s.', p_backup.options->>'destination',
      coalesce(p_base->>'destination', 'not set')));
  end if;
end $$;
comment on function app.backup_base_check is
  'Refuses with 409 a base backup whose bytes this server does not reach: p_base has the destination that it reaches';
