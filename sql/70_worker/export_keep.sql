create or replace function worker.export_keep(
  p_tenant text, p_export_id text, p_position integer, p_bytes bytea, p_row_count integer)
returns boolean
language plpgsql volatile as $$
begin
  perform set_config('app.tenant_id', p_tenant, true);
  update app.exports e set row_count = p_row_count
  where e.tenant_id = p_tenant and e.id = p_export_id and e.status = 'running';
  if not found then return false; end if;
  insert into app.export_chunks (tenant_id, export_id, position, bytes)
  values (p_tenant, p_export_id, p_position, p_bytes);
  return true;
end $$;
comment on function worker.export_keep is
  'Keeps the next bytes of an export and how far it is; false when nobody wants them any more';
