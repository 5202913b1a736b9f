create or replace function api.event_stream(tenant text, args jsonb)
returns json
language sql stable as $$
  select (app.realtime_rights(tenant) || jsonb_build_object(
    'since', app.realtime_place(tenant, args->>'since'),
    'types', case when args ? 'object_types' then to_jsonb(array(
      select (app.object_type_find(tenant, t)).id
      from jsonb_array_elements_text(args->'object_types') t)) end))::json
$$;
comment on function api.event_stream is
  'Returns the rights, the position and the object types of an event stream';
