create or replace function app.principal()
returns jsonb
language sql stable as $$
  select nullif(current_setting('app.principal', true), '')::jsonb
$$;
comment on function app.principal is
  'The principal that acts: {type, id, user_id, email, scopes, request_id, ip, user_agent}; set by '
  'app.act_as, null where nothing has set it';
