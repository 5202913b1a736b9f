create or replace function app.undo_failure(
  p_resource_type text, p_resource_id text, p_state text, p_message text, p_detail text)
returns jsonb
language sql immutable as $$
  select case when p_state like 'PT%'
    then app.undo_conflict(
      p_resource_type, p_resource_id, p_detail::jsonb->>'code', p_message)
    else app.undo_conflict(p_resource_type, p_resource_id, 'CONFLICT',
      'Its earlier state conflicts with the records that exist now.') end
$$;
comment on function app.undo_failure is
  'Returns, as a conflict, what went wrong in bringing a record back';
