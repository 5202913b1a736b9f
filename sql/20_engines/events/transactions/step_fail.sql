create or replace function app.step_fail(
  p_step jsonb, p_index integer, p_state text, p_message text, p_detail text)
returns void
language plpgsql immutable as $$
declare
  v_is_ours boolean := p_state like 'PT%';
  v_detail jsonb := case when v_is_ours then p_detail::jsonb else '{"code":"VALIDATION_ERROR"}' end;
  v_place text := coalesce(p_step->>'place', format('requests[%s]', p_index));
  v_message text := case when v_is_ours then p_message
    else 'A value has the wrong type or is out of range. Check types and ranges.' end;
begin
  raise exception using errcode = case when v_is_ours then p_state else 'PT400' end,
    message = format('%s: %s', v_place, v_message),
    detail = jsonb_strip_nulls(jsonb_build_object('code', v_detail->'code',
      'retry_after', v_detail->'retry_after', 'param', v_place,
      'details', jsonb_build_array(
        jsonb_strip_nulls(jsonb_build_object('index', p_index, 'id', p_step->'id'))
        || v_detail || jsonb_build_object('message', v_message))))::text;
end $$;
comment on function app.step_fail is
  'Fails a transaction as its failed step did, with the index and id of that step in details. It is '
  'named by its place, if it has one: where it stands in the manifest of a plugin';
