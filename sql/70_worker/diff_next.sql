create or replace function worker.diff_next(p_tenant text, p_id text, p_changes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_diff app.diffs;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  v_now := clock_timestamp();
  select * into v_diff from app.diffs d where d.tenant_id = p_tenant and d.id = p_id for no key update;
  if not found or v_diff.status not in ('pending', 'running') or worker.tenant_is_deleted(p_tenant) then
    return null;
  end if;
  if not p_changes ? 'round' then
    v_diff.round := v_diff.round + 1;
    v_diff.status := 'running';
    v_diff.started_at := coalesce(v_diff.started_at, v_now);
    v_diff.found := 0;
    v_diff.done := 0;
    v_diff.summary := '{}';
    v_diff.is_truncated := false;
  elsif v_diff.round <> (p_changes->>'round')::integer then
    return null;
  else
    v_diff.status := p_changes->>'status';
    v_diff.error := p_changes->>'error';
    v_diff.finished_at := v_now;
  end if;
  update app.diffs d set round = v_diff.round, status = v_diff.status, started_at = v_diff.started_at,
    found = v_diff.found, done = v_diff.done, summary = v_diff.summary,
    is_truncated = v_diff.is_truncated, error = v_diff.error, finished_at = v_diff.finished_at
  where d.tenant_id = p_tenant and d.id = p_id;
  return row_to_json(v_diff);
end $$;
comment on function worker.diff_next is
  'Begins a comparison, or once more what a worker has left ({}), or ends it {round, status, error}; answers its row, null when it '
  'has ended, or another worker has begun it since';
