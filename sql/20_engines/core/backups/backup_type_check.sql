create or replace function app.backup_type_check(p_type text)
returns void
language plpgsql immutable as $$
begin
  if p_type = 'full' then
    perform app.fail(409, 'INVALID_STATE',
      'This release makes no backups of type full. Back up the whole installation as docs/operate/operations.md shows, or name a '
      'tenant_id.');
  end if;
end $$;
comment on function app.backup_type_check is 'Refuses with 409 a type of backup that this installation cannot make';
