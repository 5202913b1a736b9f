create or replace function app.webhook_event_json(p_webhook app.webhooks)
returns json
language plpgsql stable as $$
begin
  if p_webhook.id is null then return null; end if;
  -- Headers may hold what the receiver takes for a password.
  p_webhook.headers := (
    select coalesce(json_object_agg(h.name, '••••')::jsonb, '{}')
    from jsonb_object_keys(p_webhook.headers) h(name));
  return app.webhook_json(p_webhook);
end $$;
comment on function app.webhook_event_json is
  'Returns a webhook as its events show it: only the names of its headers';
