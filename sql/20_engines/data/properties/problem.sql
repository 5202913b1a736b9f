create or replace function app.problem(p_path text, p_name text, p_code text, p_message text)
returns jsonb
language sql stable as $$
  select jsonb_build_object('path', p_path || '.' || p_name, 'code', p_code, 'message', p_message)
$$;
comment on function app.problem is 'One entry of the details of a VALIDATION_ERROR';
