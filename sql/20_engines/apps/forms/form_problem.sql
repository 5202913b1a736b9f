create or replace function app.form_problem(p_name text, p_code text, p_message text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('path', p_name, 'code', p_code, 'message', p_message)
$$;
comment on function app.form_problem is
  'Returns the error in the value of a field, as an entry of the details of a VALIDATION_ERROR';
