create or replace function app.delivery_end(
  p_tenant text, p_id text, p_status text, p_attempt integer, p_outcome jsonb,
  p_next_attempt_at timestamptz default null)
returns void
language plpgsql volatile as $$
declare
  v_completed timestamptz :=
    case when p_next_attempt_at is null then clock_timestamp() end;
begin
  update app.webhook_deliveries d set status = p_status, attempt = p_attempt,
    max_attempts = greatest(d.max_attempts, p_attempt),
    url = coalesce(p_outcome->>'url', d.url), request_headers = p_outcome->'headers',
    response_status = (p_outcome->>'status')::integer, response_body = p_outcome->>'body',
    duration_ms = (p_outcome->>'duration_ms')::integer, error = p_outcome->>'error',
    next_attempt_at = p_next_attempt_at,
    completed_at = v_completed
  where d.tenant_id = p_tenant and d.id = p_id;
end $$;
comment on function app.delivery_end is
  'Writes down what came of an attempt: {url, headers, status, body, duration_ms, error}; '
  'p_next_attempt_at is null when it was the last';
