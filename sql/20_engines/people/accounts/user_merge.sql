create or replace function app.user_merge(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  perform app.user_merge_rows(p_from, p_into);
  v_done := app.journal_write(p_into.tenant_id, 'user.linked', 'user', p_into.id,
    json_build_object('id', p_into.id, 'email', p_into.email, 'merged', p_from.id));
end $$;
comment on function app.user_merge is
  'Gives what belongs to one user to another: the registry says what that is. Ways to sign in and roles are not taken along, '
  'for the other account has its own; nor is what acts as the first one, for it may do no more than before';
