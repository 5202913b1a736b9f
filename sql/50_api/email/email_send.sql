create or replace function api.email_send(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.mail_queued_json(app.mail_queue(tenant, args))
$$;
comment on function api.email_send is 'Queues an email';
