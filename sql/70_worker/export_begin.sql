create or replace function worker.export_begin(p_tenant text, p_export_id text)
returns json
language plpgsql volatile as $$
declare
  v_export app.exports;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  v_now := clock_timestamp();
  update app.exports e set status = 'running', started_at = v_now, row_count = 0,
    error = null
  where e.tenant_id = p_tenant and e.id = p_export_id and e.status in ('pending', 'running')
  returning * into v_export;
  if not found then return null; end if;
  return v_export.request;
end $$;
comment on function worker.export_begin is
  'Begins an export, again when an earlier worker was killed: its request, or null when there is '
  'nothing to do any more';
