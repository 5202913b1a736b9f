create or replace function app.journal_view(p_event text, p_old app.views, p_new app.views)
returns void
language sql volatile as $$
  select app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'view',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then app.view_json(p_new) end,
    case when p_old.id is not null then app.view_json(p_old) end,
    p_object_type_id => coalesce(p_new.object_type_id, p_old.object_type_id))
$$;
comment on function app.journal_view is
  'The journal row of a view''s change, with the whole record before and after';
