create or replace function app.workflow_fault(p_path text, p_code text, p_message text)
returns jsonb
language sql immutable as $$
  select jsonb_build_array(
    jsonb_build_object('path', p_path, 'code', p_code, 'message', p_message))
$$;
comment on function app.workflow_fault is
  'One fault of a definition, as a list, to be joined with others';
