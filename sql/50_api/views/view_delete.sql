create or replace function api.view_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_view app.views := app.view_lock(v_type, args->>'view_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_view.updated_at, args);
  delete from app.views v
  where v.tenant_id = tenant and v.object_type_id = v_type.id and v.id = v_view.id;
  v_done := app.journal_view('view.deleted', v_view, null);
  return json_build_object('id', v_view.id, 'deleted', true);
end $$;
comment on function api.view_delete is 'Delete a saved view';
