create or replace function app.message_wait(p_tenant text, p_recipient text)
returns integer
language sql volatile as $$
  select coalesce(app.counter_take(p_tenant, 'message:' || p_recipient, 1, '60 s'),
    app.counter_take(p_tenant, 'messages:' || p_recipient, 10, '1 hour'))
$$;
comment on function app.message_wait is
  'Counts a message to an address that its reader may not have asked for: one in 60 s and 10 in an '
  'hour. Null while there is room, else the seconds to wait';
