create or replace function app.properties_of_new(p_type app.object_types, p_properties jsonb)
returns app.properties[]
language plpgsql volatile as $$
declare
  v_property app.properties;
  v_added app.properties[] := '{}';
  v_given jsonb;
  v_place text;
  v_message text;
  v_detail text;
begin
  for v_given in select jsonb_array_elements(p_properties) loop
    v_place := format('properties[%s]', cardinality(v_added));
    begin
      v_property := app.property_add(p_type.tenant_id, p_type.id, v_given);
    exception when others then
      if sqlstate not like 'PT4__' then raise; end if;
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
      raise exception using errcode = sqlstate, message = v_place || '.' || v_message,
        detail = app.refusal_within(v_detail::jsonb, v_place)::text;
    end;
    -- There are no objects yet: their index is ready.
    if app.index_wanted(v_property) then
      update app.properties p set index_status = 'ready'
      where p.tenant_id = p_type.tenant_id and p.id = v_property.id returning * into v_property;
    end if;
    v_added := v_added || v_property;
  end loop;
  perform app.object_type_refresh(p_type.tenant_id, p_type.id);
  return v_added;
end $$;
comment on function app.properties_of_new is
  'The properties of a type that is being created; what is refused is named by its place in properties';
