create or replace function app.message_event(
  p_type text, p_at timestamptz, p_error text default null, p_recipient text default null,
  p_id text default null)
returns jsonb
language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('type', p_type, 'at', app.utc(p_at),
    'error', p_error, 'recipient', p_recipient, 'id', p_id))
$$;
comment on function app.message_event is 'An entry of app.messages.events';
