create or replace function app.widget_merge(p_widget app.widgets, args jsonb)
returns app.widgets
language plpgsql stable as $$
begin
  p_widget.title := coalesce(args->>'title', p_widget.title, '');
  p_widget.position_json := coalesce(args->'position_json', p_widget.position_json, '{}');
  if args ?| '{type,config_json}' then
    p_widget.type := coalesce(args->>'type', p_widget.type);
    p_widget.config_json := coalesce(args->'config_json', p_widget.config_json, '{}');
    p_widget.config_json := app.question_check(p_widget.tenant_id, p_widget.type, p_widget.config_json);
    perform app.question_settings_check(p_widget.type, p_widget.config_json);
    p_widget.authors := app.actors();
  end if;
  return p_widget;
end $$;
comment on function app.widget_merge is
  'Sets the fields of a widget from a request; its question is checked, and the caller becomes '
  'its author';
