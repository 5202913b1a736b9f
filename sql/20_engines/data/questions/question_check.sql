create or replace function app.question_check(p_tenant text, p_kind text, p_config jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_missing text := case
    when p_kind = 'text' then case when not p_config ? 'text' then 'text' end
    when p_config ? 'sql' then null
    when p_kind = 'sql' then 'sql'
    when not p_config ? 'object_type_id' then 'object_type_id'
    when p_kind = 'pivot' and not p_config ? 'rows' then 'rows'
    when p_kind = 'timeseries' and not p_config ? 'interval' then 'interval'
    when p_kind = 'timeseries' and not p_config ? 'group_by' then 'group_by'
    when p_kind = 'funnel' and not p_config ? 'steps' then 'steps'
    when p_kind in ('line', 'bar', 'area', 'pie') and not p_config ? 'group_by' then 'group_by' end;
  v_step jsonb;
  v_message text;
  v_detail text;
begin
  if v_missing is not null then
    perform app.invalid('config_json.' || v_missing, 'required', format('is required for the type %s', p_kind));
  end if;
  if p_kind = 'text' then return p_config; end if;
  if p_config ? 'sql' then
    perform app.act_check('sql', 'sql:read');
    return p_config;
  end if;
  v_type := app.object_type_find(p_tenant, p_config->>'object_type_id');
  perform app.compile_filter(v_type, app.question_filters(p_config), 'config_json.filters');
  if p_kind in ('table', 'list') and not app.question_counts(p_kind, p_config) then
    perform app.columns_check(v_type, array(select jsonb_array_elements_text(p_config->'columns')),
      'config_json.columns');
    if p_config ? 'sort' then perform app.sort_check(v_type, p_config->>'sort'); end if;
  elsif p_kind = 'funnel' then
    for v_step in select jsonb_array_elements(p_config->'steps') loop
      perform app.compile_filter(v_type, app.question_filters('{}', v_step), 'config_json.steps.filters');
    end loop;
  else
    perform app.aggregate_order(app.aggregate_columns(v_type, a), a)
    from app.question_aggregate(p_kind, p_config) a;
    if p_config ? 'compare_to' then perform app.question_before(v_type, app.question_filters(p_config)); end if;
  end if;
  return p_config || jsonb_build_object('object_type_id', v_type.id);
exception when sqlstate 'PT400' then
  -- An aggregate names its own fields.
  get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
  if v_detail::jsonb->>'param' is null or starts_with(v_detail::jsonb->>'param', 'config_json') then raise; end if;
  raise exception using errcode = sqlstate, message = 'config_json: ' || v_message,
    detail = app.refusal_within(v_detail::jsonb, 'config_json')::text;
end $$;
comment on function app.question_check is
  'Returns a question with the id of its object type, or refuses with 400 one that could not be answered: {object_type_id, filters, query, metric or metrics, group_by, '
  'interval, timezone, sort, order, limit, compare_to, columns, steps, text, sql}, of which each kind needs its own';
