create or replace function app.error_sample_add(p_group app.error_groups, p_report jsonb)
returns void
language plpgsql volatile as $$
declare v_now timestamptz := p_group.last_seen_at;
begin
  insert into app.error_samples (tenant_id, error_id, slot, reported_at, report)
  values (p_group.tenant_id, p_group.id, (p_group.samples - 1) % 20, v_now, p_report - 'fingerprint')
  on conflict (tenant_id, error_id, slot) do update
    set reported_at = excluded.reported_at, report = excluded.report;
end $$;
comment on function app.error_sample_add is
  'Keeps a report as a sample of its error, which has counted it, in place of the oldest one where there are 20';
