create or replace function app.user_views_remove(p_user app.users)
returns void
language plpgsql volatile as $$
declare
  v_view app.views;
  v_done text;
begin
  for v_view in
    delete from app.views v
    where v.tenant_id = p_user.tenant_id and v.created_by = p_user.id
      and v.visibility = 'private' returning *
  loop
    v_done := app.journal_view('view.deleted', v_view, null);
  end loop;
end $$;
comment on function app.user_views_remove is
  'Removes the private views of a user, which are shown to no one else';
