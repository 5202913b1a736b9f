create or replace function worker.restore_checksums(p_tenant text, p_files text[])
returns text[]
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return array(
    select distinct v.checksum from app.file_versions v where v.tenant_id = p_tenant and v.file_id = any (p_files));
end $$;
comment on function worker.restore_checksums is 'The checksums of all versions of some files';
