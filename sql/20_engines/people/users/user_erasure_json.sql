create or replace function app.user_erasure_json(p_erasure app.user_erasures)
returns json
language sql stable as $$
  select json_build_object('user_id', p_erasure.user_id, 'requested_at', p_erasure.requested_at,
    'status', case
      when p_erasure.complete_at is not null then 'complete'
      when p_erasure.blanked_at is not null then 'waiting'
      else 'running' end,
    'table', p_erasure.state->>'table', 'rows', p_erasure.rows, 'backups_until', p_erasure.backups_until,
    'blanked_at', p_erasure.blanked_at, 'complete_at', p_erasure.complete_at)
$$;
comment on function app.user_erasure_json is 'The erasure of a user as its tenant sees it';
