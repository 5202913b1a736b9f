create or replace function app.error_sample_add(p_group app.error_groups, p_report jsonb)
returns void
language plpgsql volatile as $$
declare
  v_most constant bigint := 64 * 1024 * 1024;
  v_now timestamptz := p_group.last_seen_at;
  v_slot smallint := (p_group.samples - 1) % 20;
  v_report jsonb := p_report - 'fingerprint';
  v_bytes integer := octet_length(v_report::text);
  v_before integer;
  v_used bigint;
begin
  -- The row of the group is locked: it cannot be replaced in between.
  select s.bytes into v_before from app.error_samples s
  where s.tenant_id = p_group.tenant_id and s.error_id = p_group.id and s.slot = v_slot;
  -- Before the sample: the removal of old ones takes this lock first as well.
  v_used := app.error_bytes_add(p_group.tenant_id, v_bytes - coalesce(v_before, 0));
  insert into app.error_samples (tenant_id, error_id, slot, reported_at, report, bytes)
  values (p_group.tenant_id, p_group.id, v_slot, v_now, v_report, v_bytes)
  on conflict (tenant_id, error_id, slot) do update
    set reported_at = excluded.reported_at, report = excluded.report, bytes = excluded.bytes;
  if v_used > v_most then
    perform app.error_samples_trim(p_group.tenant_id, v_used - v_most / 16 * 15);
  end if;
end $$;
comment on function app.error_sample_add is
  'Keeps a report as a sample of its error, which has counted it, in place of the oldest one where there are 20. Beyond 64 MB '
  'for all errors of the tenant, its oldest samples make room, a sixteenth of it at a time';
