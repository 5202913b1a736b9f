create or replace function api.error_report(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_report jsonb := args - 'tenant_id';
  v_group app.error_groups := app.error_count(tenant, v_report, v_now);
  v_is_new boolean := v_group.reports = 1;
  v_is_regression boolean := v_group.reopened_at is not distinct from v_now;
  v_done text;
begin
  perform app.error_release_count(v_group);
  -- A broken client sends thousands a minute: beyond ten of an error they are only counted.
  if v_group.status = 'ignored' or v_group.window_reports > 10 then
    return json_build_object('error_id', v_group.id);
  end if;
  perform app.error_sample_add(v_group, v_report);
  if v_is_new or v_is_regression or (app.heard_by(tenant, 'error.reported')).is_pending then
    v_done := app.journal_write(tenant, 'error.reported', 'error', v_group.id,
      (app.error_json(v_group)::jsonb
        || jsonb_build_object('is_new', v_is_new, 'is_regression', v_is_regression))::json);
  end if;
  return json_build_object('error_id', v_group.id);
end $$;
comment on function api.error_report is
  'Counts an error report, and keeps a sample of it if there is room';
