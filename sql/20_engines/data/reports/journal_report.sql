create or replace function app.journal_report(
  p_event text, p_old app.saved_reports, p_new app.saved_reports)
returns void
language sql volatile as $$
  select app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'report',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then app.report_json(p_new) end,
    case when p_old.id is not null then app.report_json(p_old) end)
$$;
comment on function app.journal_report is 'The journal row of a saved report''s change, before and after';
