create or replace function app.file_slot_check(p_file app.files)
returns void
language plpgsql volatile as $$
begin
  if p_file.status <> 'pending' then
    perform app.fail(409, 'INVALID_STATE', format(
      'This file is %s: its upload has ended. Start a new one.', p_file.status));
  elsif p_file.checksum is not null then
    perform app.fail(409, 'INVALID_STATE',
      'The bytes of this file have already been uploaded. Call upload-complete.');
  elsif app.file_slot_end(p_file) <= clock_timestamp() then
    perform app.fail(410, 'GONE',
      'This upload was started more than 24 hours ago. Start a new one.');
  end if;
end $$;
comment on function app.file_slot_check is
  'Checks that a file still waits for its first bytes: 409 INVALID_STATE, 410 after 24 hours';
