create or replace function api.view_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_view app.views;
  v_done text;
begin
  v_view.tenant_id := tenant;
  v_view.object_type_id := v_type.id;
  v_view.id := app.id_of_new('view');
  v_view.created_by := app.principal()->>'user_id';
  v_view.created_at := clock_timestamp();
  v_view.updated_at := v_view.created_at;
  v_view := app.view_merge(v_type, v_view, args);
  if v_view.is_default then perform app.view_default_clear(v_view); end if;
  insert into app.views (tenant_id, object_type_id, id, name, filters, sort, columns, is_default,
    visibility, created_by, created_at, updated_at)
  values (tenant, v_type.id, v_view.id, v_view.name, v_view.filters, v_view.sort, v_view.columns,
    v_view.is_default, v_view.visibility, v_view.created_by, v_view.created_at,
    v_view.updated_at)
  on conflict do nothing;
  if not found then perform app.view_default_taken(); end if;
  v_done := app.journal_view('view.created', null, v_view);
  return app.view_json(v_view);
end $$;
comment on function api.view_create is 'Save a view of an object type';
