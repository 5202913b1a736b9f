create or replace function app.journal_webhook(
  p_event text, p_old app.webhooks, p_new app.webhooks)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'webhook',
    coalesce(p_new.id, p_old.id), app.webhook_event_json(p_new), app.webhook_event_json(p_old));
end $$;
comment on function app.journal_webhook is
  'A row of the journal for what became of a webhook, from p_old (null when created) to p_new '
  '(null when deleted)';
