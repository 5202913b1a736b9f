create or replace function app.journal_widget(p_event text, p_old app.widgets, p_new app.widgets)
returns void
language sql volatile as $$
  select app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'widget',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then app.widget_json(p_new) end,
    case when p_old.id is not null then app.widget_json(p_old) end)
$$;
comment on function app.journal_widget is 'The journal row of a widget''s change, before and after';
