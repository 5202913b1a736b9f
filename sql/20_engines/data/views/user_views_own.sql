create or replace function app.user_views_own(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare
  v_old app.views;
  v_new app.views;
  v_done text;
begin
  for v_old in
    select * from app.views v
    where v.tenant_id = p_from.tenant_id and v.created_by = p_from.id order by v.id for update
  loop
    update app.views v set created_by = p_into.id
    where v.tenant_id = v_old.tenant_id and v.object_type_id = v_old.object_type_id
      and v.id = v_old.id returning * into v_new;
    v_done := app.journal_view('view.updated', v_old, v_new);
  end loop;
end $$;
comment on function app.user_views_own is 'Gives the saved views of one user to another';
