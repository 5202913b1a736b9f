create or replace function platform.diff_cancel(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_diff app.diffs := app.diff_lock(args->>'tenant_id', args->>'diff_id');
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  update app.restores r set status = 'cancelled', finished_at = v_now
  where r.id = v_diff.restore_id and r.mode = 'apply' and r.status in ('pending', 'running');
  if found then
    v_done := null;  -- the application ends, and the comparison stays
  elsif v_diff.status in ('pending', 'running') then
    v_diff.status := 'cancelled';
    v_diff.finished_at := v_now;
  else
    perform app.fail(409, 'INVALID_STATE', 'This comparison has ended, so it cannot be cancelled.');
  end if;
  update app.diffs d
  set status = v_diff.status, finished_at = v_diff.finished_at
  where d.tenant_id = v_diff.tenant_id and d.id = v_diff.id;
  v_done := app.journal_write(
    v_diff.tenant_id, 'diff.cancelled', 'diff', v_diff.id, app.diff_json(v_diff));
  return app.diff_json(v_diff);
end $$;
comment on function platform.diff_cancel is 'Stop a comparison, or the application of its changes';
