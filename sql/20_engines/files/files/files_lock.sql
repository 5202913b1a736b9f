create or replace function app.files_lock(p_tenant text, p_ids text[], p_is_deleted boolean)
returns app.files[]
language plpgsql volatile as $$
declare
  v_sight jsonb := app.file_sight(p_tenant);
  v_files app.files[] := array(
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = p_tenant and f.id = any (p_ids) and f.is_deleted = p_is_deleted
    order by f.id for update);
begin
  return array(
    select v_files[i] from generate_subscripts(v_files, 1) i
    where app.file_shows(v_sight, v_files[i]) and app.file_is_own(v_files[i]) order by i);
end $$;
comment on function app.files_lock is
  'Files by id, locked in id order (so that two batches cannot block each other), live or in the '
  'trash; those that are not there, or not the caller''s to change, are left out';
