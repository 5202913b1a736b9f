create or replace function app.view_again_check(p_old app.views, p_new app.views)
returns void
language plpgsql volatile as $$
begin
  perform app.object_type_find(p_new.tenant_id, p_new.object_type_id);
  if not exists (select 1 from app.users u where u.tenant_id = p_new.tenant_id and u.id = p_new.created_by) then
    perform app.not_found('user', p_new.created_by);
  elsif p_old.visibility = 'shared' then
    perform app.taken('id', p_new.id, 'view');
  end if;
  if p_new.is_default then perform app.view_default_clear(p_new); end if;
end $$;
comment on function app.view_again_check is
  'Refuses a private view that a restore brings: 404 where its user or its type is gone, 409 where it is shared by now';
