create or replace function app.dashboard_part(p_widget app.widgets, p_key text)
returns json
language plpgsql stable as $$
declare
  v_state text;
  v_message text;
  v_detail text;
begin
  if p_widget.config_json ? 'sql' then
    perform app.act_check('sql', 'sql:read');
    return json_build_object('id', p_widget.id, 'key', p_key, 'sql', p_widget.config_json->'sql');
  end if;
  if p_widget.type <> 'text' then perform app.act_check('read', 'objects:read'); end if;
  return json_build_object('id', p_widget.id, 'key', p_key, 'data',
    app.question_answer(p_widget.tenant_id, p_widget.type, p_widget.config_json));
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail;
  -- A failure of the server concerns all of them.
  if v_state !~ '^(PT4|22)' then raise; end if;
  return json_build_object('id', p_widget.id, 'key', p_key, 'error', json_build_object(
    'code', case when v_state ~ '^PT4' then v_detail::jsonb->>'code' else 'VALIDATION_ERROR' end,
    'message', v_message));
end $$;
comment on function app.dashboard_part is
  'Answers the data of a widget for the present principal: {id, key, data}, or an error, or the '
  'SQL that is to be run for it. One that fails leaves the others as they are';
