create or replace function app.error_count(
  p_tenant text, p_report jsonb, p_now timestamptz)
returns app.error_groups
language plpgsql volatile as $$
declare
  v_id text := app.new_id('err');
  v_window timestamptz := p_now - interval '1 minute';
  v_group app.error_groups;
begin
  -- Texts are cut: where a secret was removed, they may have grown longer than they came.
  insert into app.error_groups as g (tenant_id, id, fingerprint, message, source, level, path,
    release, environment, samples, window_start, first_seen_at, last_seen_at,
    listed_at, updated_at)
  values (p_tenant, v_id, p_report->>'fingerprint', left(p_report->>'message', 2000),
    left(p_report->>'source', 200), p_report->>'level', left(p_report->>'path', 2000),
    left(p_report->>'release', 200), left(p_report->>'environment', 100), 1, p_now, p_now, p_now,
    p_now, p_now)
  on conflict (tenant_id, fingerprint) do update set
    message = excluded.message, source = excluded.source, level = excluded.level,
    path = excluded.path, release = excluded.release, environment = excluded.environment,
    reports = g.reports + 1, last_seen_at = greatest(g.last_seen_at, excluded.last_seen_at),
    listed_at = case when g.status = 'resolved' or g.window_start < v_window or g.window_reports < 10
      then p_now else g.listed_at end,
    samples = g.samples + case when g.status = 'resolved'
      or g.status = 'open' and (g.window_start < v_window or g.window_reports < 10)
      then 1 else 0 end,
    window_start = case when g.status = 'resolved' or g.window_start < v_window
      then p_now else g.window_start end,
    window_reports = case when g.status = 'resolved' or g.window_start < v_window
      then 1 else g.window_reports + 1 end,
    status = case when g.status = 'resolved' then 'open' else g.status end,
    regressions = g.regressions + case when g.status = 'resolved' then 1 else 0 end,
    reopened_at = case when g.status = 'resolved' then p_now else g.reopened_at end,
    updated_at = case when g.status = 'resolved' then p_now else g.updated_at end
  returning * into v_group;
  -- Asked only of a new one. A look before would cost each report, and find nothing that ON CONFLICT does not.
  if v_group.id = v_id and v_group.fingerprint <> 'other' and not app.error_room(p_tenant) then
    delete from app.error_groups g where g.tenant_id = p_tenant and g.id = v_id;
    return app.error_count(p_tenant, p_report
      || '{"fingerprint": "other", "message": "Errors beyond the most that are told apart"}', p_now);
  end if;
  return v_group;
end $$;
comment on function app.error_count is
  'Counts a report {fingerprint, message, source, level, path, release, environment} for its error, which it makes or, where '
  'it was resolved, opens again (then reopened_at is p_now); one statement, so that reports at the same time are all counted';
