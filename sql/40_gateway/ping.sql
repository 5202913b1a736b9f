create or replace function gateway.ping()
returns json
language sql stable as $$
  select json_build_object('now', now(), 'version', current_setting('server_version'))
$$;
comment on function gateway.ping is 'Whether the database answers: /ready';
