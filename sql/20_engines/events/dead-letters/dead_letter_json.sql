create or replace function app.dead_letter_json(p_letter app.dead_letters)
returns json
language sql stable as $$
  select json_build_object('id', p_letter.id, 'source', p_letter.source,
    'source_id', p_letter.source_id, 'record_id', p_letter.record_id, 'task', p_letter.task,
    'payload', p_letter.payload, 'error', p_letter.error, 'attempts', p_letter.attempts,
    'max_attempts', p_letter.max_attempts, 'status', p_letter.status,
    'first_failed_at', p_letter.first_failed_at, 'last_failed_at', p_letter.last_failed_at,
    'created_at', p_letter.created_at)
$$;
comment on function app.dead_letter_json is 'A dead letter with all that it holds';
