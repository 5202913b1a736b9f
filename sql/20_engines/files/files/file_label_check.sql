create or replace function app.file_label_check(p_created_by text, p_noun text)
returns void
language plpgsql stable as $$
begin
  if app.files_managed()
    or coalesce(p_created_by = app.user_alone(), false) then
    return;
  end if;
  perform app.fail(403, 'FORBIDDEN', format(
    'Only the user who created a %s, or a role that permits files:manage, may change it.', p_noun));
end $$;
comment on function app.file_label_check is
  'Refuses with 403 anyone who changes a collection or tag that someone else created';
