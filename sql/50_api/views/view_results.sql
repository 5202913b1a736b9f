create or replace function api.view_results(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_view app.views := app.view_find(v_type, args->>'view_id');
  v_search jsonb := (args - array['object_type_id', 'view_id'])
    || jsonb_build_object('filters', v_view.filters);
begin
  if v_view.sort is not null then
    v_search := v_search
      || jsonb_build_object('sort', v_view.sort->'property', 'order', v_view.sort->'order');
  end if;
  if v_view.columns <> '{}' then
    -- Without those that have been deleted since.
    v_search := v_search || jsonb_build_object('properties', array(
      select c from unnest(v_view.columns) c where v_type.definition ? c));
  end if;
  return app.search(v_type, v_search);
end $$;
comment on function api.view_results is 'List the objects in a saved view';
