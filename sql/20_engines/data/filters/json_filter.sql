create or replace function app.json_filter(
  p_tenant text, p_definition jsonb, p_filters jsonb, p_path text)
returns app.filter
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_filter app.filter;
begin
  v_type.tenant_id := p_tenant;
  v_type.definition := p_definition;
  v_type.indexed := '{}';
  v_type.silent := '{}';
  v_filter := app.compile_filter(v_type, p_filters, p_path);
  if v_filter.condition is not null
    and v_filter.externals @? '$[*] ? (!exists(@.test) || exists(@.system))' then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s must compare values of the event itself: search words, associations and system fields of '
      'objects are not available. Name a value, such as '
      'data.properties.status.', p_path), null, p_path);
  end if;
  return v_filter;
end $$;
comment on function app.json_filter is
  'Compiles the filter language over any JSON: p_definition names its members as '
  'app.object_types.definition names properties, {"data": {"type": "json"}}, and paths lead into '
  'those of type json. Null for no conditions; ask it with app.json_filter_holds';
