create or replace function worker.migration_next(p_id text, p_changes jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_row app.migrations;
  v_without text;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_row from app.migrations m where m.id = p_id for no key update;
  if not found or v_row.status <> 'running' then return null; end if;
  if p_changes ? 'key' then
    v_row.attempts := v_row.attempts + 1;
    v_row.fingerprint := p_changes->>'key';
    v_row.failures := '[]';
    v_without := app.key_holders_without(v_row.fingerprint, true);
    if v_without is not null then
      v_row.status := 'failed';
      v_row.error := format('Not all processes seal with the key %s: %s. Restart them with it as ENCRYPTION_KEY, then retry.',
        v_row.fingerprint, v_without);
    end if;
  elsif (p_changes->>'attempt')::integer <> v_row.attempts then
    return null;
  end if;
  v_row.done := v_row.done + coalesce((p_changes->>'more')::bigint, 0);
  v_row.total := case when p_changes ? 'left' then v_row.done + (p_changes->>'left')::bigint
    else greatest(v_row.total, v_row.done) end;
  v_row.failures := coalesce(p_changes->'failures', v_row.failures);
  if p_changes ? 'error' then
    v_row.status := 'failed';
    v_row.error := p_changes->>'error';
  end if;
  if v_row.status = 'failed' then v_row.finished_at := v_now; end if;
  update app.migrations m set status = v_row.status, done = v_row.done, total = v_row.total, attempts = v_row.attempts,
    fingerprint = v_row.fingerprint, failures = v_row.failures, error = v_row.error, finished_at = v_row.finished_at
  where m.id = p_id;
  update app.encryption_keys k set other_secrets = v_row.total - v_row.done
  where k.fingerprint = v_row.fingerprint and v_row.total is not null;
  return case when v_row.status = 'running' then
    json_build_object('attempts', v_row.attempts, 'total', v_row.total) end;
end $$;
comment on function worker.migration_next is
  'Begins a migration, or once more what a worker has left, with the key that it seals with {key}, or notes how it goes on {attempt, '
  'more, left, failures, error}; answers null once it has ended, was paused, or another worker has begun it again. In the '
  'transaction of a chunk a pause waits until that has ended';
