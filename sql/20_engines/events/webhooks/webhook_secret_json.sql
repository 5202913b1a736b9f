create or replace function app.webhook_secret_json(p_webhook app.webhooks)
returns json
language sql stable as $$
  select (app.webhook_json(p_webhook)::jsonb
    || jsonb_build_object('secret', p_webhook.secret))::json
$$;
comment on function app.webhook_secret_json is
  'A webhook with its secret, sealed: the doorway opens it for who has just made it';
