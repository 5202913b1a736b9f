create or replace function app.dead_letter_add(
  p_tenant text, p_source text, p_source_id text, p_record_id text, p_task text,
  p_payload jsonb, p_error text, p_attempts integer, p_max_attempts integer,
  p_first_failed_at timestamptz default null)
returns void
language sql volatile as $$
  insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, error,
    attempts, max_attempts, first_failed_at)
  values (p_tenant, app.new_id('dlq'), p_source, p_source_id, p_record_id, p_task, p_payload,
    left(p_error, 4000), p_attempts, p_max_attempts, coalesce(p_first_failed_at, now()))
  on conflict (tenant_id, source, record_id) do update set status = 'dead',
    error = excluded.error, attempts = app.dead_letters.attempts + excluded.attempts,
    max_attempts = excluded.max_attempts, payload = excluded.payload,
    last_failed_at = excluded.last_failed_at
$$;
comment on function app.dead_letter_add is
  'Puts what has failed for good where it can be looked at and tried again: p_task is what was '
  'done (webhook_delivery, automation_run …), p_record_id its record. One that had been tried '
  'again is dead again';
