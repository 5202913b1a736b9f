create or replace function app.files_held_check(p_tenant text, p_ids text[])
returns void
language plpgsql stable as $$
declare v_held text[] := app.files_held(p_tenant, p_ids);
begin
  if v_held <> '{}' then
    perform app.fail(409, 'INVALID_STATE', format('The file %s is attached to something that is posted, so it stays.', v_held[1]),
      jsonb_build_object('file_ids', v_held));
  end if;
end $$;
comment on function app.files_held_check is
  'Refuses to trash or to remove files that are held. They are locked: who attaches one to something posted waits for that lock, or '
  'has it and is seen here';
