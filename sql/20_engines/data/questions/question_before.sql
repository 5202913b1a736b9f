create or replace function app.question_before(p_type app.object_types, p_filters jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_range record;
  v_low timestamptz;
  v_ends jsonb;
begin
  select * into v_range from app.question_range(p_type, p_filters, 'filters');
  v_low := v_range.low - (v_range.high - v_range.low);
  if v_range.property is null then
    perform app.invalid('config_json.compare_to', 'no_range', 'needs a filter on a date or datetime that '
      'says from when, such as {"property": "created_at", "operator": "gte", "value": {"$now": "-30 days"}}');
  end if;
  v_ends := case v_range.data_type
    when 'date' then jsonb_build_array((v_low at time zone 'UTC')::date, (v_range.low at time zone 'UTC')::date)
    else jsonb_build_array(app.moment_text(v_low), app.moment_text(v_range.low)) end;
  return (
    select coalesce(json_agg(case when n.node ?| '{operator,op}' then n.node
      else n.node - v_range.property end)::jsonb, '[]')
    from jsonb_array_elements(case jsonb_typeof(p_filters)
      when 'array' then p_filters else jsonb_build_array(p_filters) end) n(node)
    where coalesce(n.node->>'property', n.node->>'field') is distinct from v_range.property
      and n.node - v_range.property <> '{}')
    || jsonb_build_object('property', v_range.property, 'operator', 'gte', 'value', v_ends->0)
    || jsonb_build_object('property', v_range.property, 'operator', 'lt', 'value', v_ends->1);
end $$;
comment on function app.question_before is
  'A filter with the stretch of time just before its own (app.question_range), as long as that; 400 where it chooses none';
