create or replace function app.view_find(p_type app.object_types, p_id text)
returns app.views
language plpgsql stable as $$
declare v_view app.views;
begin
  select * into v_view from app.views v
  where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id and v.id = p_id;
  if v_view.id is null or not app.view_is_visible(v_view) then
    perform app.not_found('view', p_id);
  end if;
  return v_view;
end $$;
comment on function app.view_find is
  'Finds a saved view of an object type; 404 also for another user''s private view';
