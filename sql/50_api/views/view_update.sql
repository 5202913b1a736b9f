create or replace function api.view_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_old app.views := app.view_lock(v_type, args->>'view_id');
  v_new app.views := app.view_merge(v_type, v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.view_json(v_old); end if;
  if v_new.is_default and not v_old.is_default then
    perform app.view_default_clear(v_new);
  end if;
  begin
    v_now := clock_timestamp();
    update app.views v set name = v_new.name, filters = v_new.filters, sort = v_new.sort,
      columns = v_new.columns, is_default = v_new.is_default, visibility = v_new.visibility,
      updated_at = v_now
    where v.tenant_id = tenant and v.object_type_id = v_type.id and v.id = v_old.id
    returning * into v_new;
  exception when unique_violation then
    perform app.view_default_taken();
  end;
  v_done := app.journal_view('view.updated', v_old, v_new);
  return app.view_json(v_new);
end $$;
comment on function api.view_update is 'Change a saved view';
