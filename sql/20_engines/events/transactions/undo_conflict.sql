create or replace function app.undo_conflict(
  p_resource_type text, p_resource_id text, p_code text, p_message text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('resource_type', p_resource_type, 'resource_id', p_resource_id,
    'code', p_code, 'message', p_message)
$$;
comment on function app.undo_conflict is 'Why a record cannot be brought back';
