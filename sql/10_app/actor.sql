create or replace function app.actor()
returns text
language sql stable as $$
  select (app.principal()->>'type') || ':' || (app.principal()->>'id')
$$;
comment on function app.actor is 'The caller as one word, such as api_key:key_0192…';
