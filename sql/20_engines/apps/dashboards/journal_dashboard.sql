create or replace function app.journal_dashboard(
  p_event text, p_old app.dashboards, p_new app.dashboards)
returns void
language sql volatile as $$
  -- Access to the journal does not include this.
  select app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'dashboard',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null
      then (app.dashboard_json(p_new)::jsonb - '{share_token,widgets}'::text[])::json end,
    case when p_old.id is not null
      then (app.dashboard_json(p_old)::jsonb - '{share_token,widgets}'::text[])::json end)
$$;
comment on function app.journal_dashboard is
  'The journal row of a dashboard''s change, before and after, without its share token';
