create or replace function app.is_plain_key()
returns boolean
language sql stable as $$
  -- Read off the text, as app.is_type_limited does: an id is the first member of the principal of a
  -- key, and its type the only one there is unless it acts for or with another user. Without a
  -- FROM, so that it is part of whatever asks.
  select starts_with(coalesce(current_setting('app.principal', true), ''), '{"id": "key_')
    and current_setting('app.principal', true) not like '%"type": "%"type": "%'
    and current_setting('app.principal', true) not like '%"sees_private": false%'
$$;
comment on function app.is_plain_key is
  'Tells whether the caller is an API key, acting only for itself, to which private object types '
  'are open: this saves calls of keys a look at the policies of types that have none. False is '
  'only slower';
