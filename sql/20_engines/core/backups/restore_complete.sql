create or replace function app.restore_complete(p_restore jsonb, p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_id text := p_restore->>'id';
  v_report jsonb := p_restore->'report';
begin
  v_report := v_report || jsonb_build_object('created', app.kind_counts(v_report->'created'));
  update app.restores r set status = 'completed', target_tenant = p_tenant, report = v_report,
    done = coalesce(r.total, r.done), handover = null, error = null, finished_at = v_now
  where r.id = v_id and r.status = 'running';
  if not found then
    perform app.fail(409, 'INVALID_STATE', 'This restore is not running any more: it was cancelled.');
  end if;
end $$;
comment on function app.restore_complete is
  'Completes a restore {id, report} in the transaction that opens its tenant; 409 when it was cancelled';
