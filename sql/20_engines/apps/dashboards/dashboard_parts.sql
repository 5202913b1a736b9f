create or replace function app.dashboard_parts(p_widgets app.widgets[], p_known jsonb)
returns json
language plpgsql stable as $$
declare
  v_widget app.widgets;
  v_key text;
  v_parts json[] := '{}';
begin
  foreach v_widget in array p_widgets loop
    v_key := app.question_key(v_widget.tenant_id, v_widget.config_json, v_widget.updated_at);
    v_parts := array_append(v_parts, case
      when p_known->v_widget.id ? v_key then json_build_object('id', v_widget.id, 'key', v_key)
      else app.dashboard_part(v_widget, v_key) end);
  end loop;
  return array_to_json(v_parts);
end $$;
comment on function app.dashboard_parts is
  'Answers the data of widgets for the present principal, each as app.dashboard_part does; for '
  'one whose key is known (p_known, by id) only the key';
