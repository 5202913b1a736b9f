create or replace function worker.export_progress(
  p_tenant text, p_export_id text, p_row_count integer)
returns boolean
language plpgsql volatile as $$
begin
  -- A crash loses nothing of value: the export begins again.
  perform app.in_tenant(p_tenant), set_config('synchronous_commit', 'off', true);
  update app.exports e set row_count = p_row_count
  where e.tenant_id = p_tenant and e.id = p_export_id and e.status = 'running';
  return found;
end $$;
comment on function worker.export_progress is
  'Reports how far an export is; false when it is not wanted any more';
