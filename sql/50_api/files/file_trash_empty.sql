create or replace function api.file_trash_empty(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_sight jsonb := app.file_sight(tenant);
  v_owner text := case when not app.files_managed() then app.user_alone() end;
  v_trashed bigint := (
    select count(*) from app.files f
    where f.tenant_id = tenant and f.is_deleted
      and (v_owner is null or f.uploaded_by = v_owner)
      and app.file_shows(v_sight, row(f.*)::app.files)
      and app.files_held(tenant, array[f.id]) = '{}');
  v_now timestamptz := clock_timestamp();
  v_refusal json;
  v_files app.files[];
  v_count integer := 0;
begin
  if v_trashed = 0 then return json_build_object('deleted', true, 'count', 0); end if;
  v_refusal := app.confirm(tenant, 'trash', 'files',
    app.dependencies(array[row('file', v_trashed)::app.dependency]), args->>'confirm_token');
  if v_refusal is not null then return v_refusal; end if;
  loop
    v_files := array(
      select row(f.*)::app.files as f from app.files f
      where f.tenant_id = tenant and f.is_deleted
        and f.deleted_at <= v_now  -- what is thrown away meanwhile, no one has agreed to lose
        and (v_owner is null or f.uploaded_by = v_owner)
        and app.file_shows(v_sight, row(f.*)::app.files)
        and app.files_held(tenant, array[f.id]) = '{}'
      order by f.id limit 1000 for update);
    exit when cardinality(v_files) = 0;
    perform app.files_purge(tenant, v_files);
    v_count := v_count + cardinality(v_files);
  end loop;
  return json_build_object('deleted', true, 'count', v_count);
end $$;
comment on function api.file_trash_empty is 'Empty the file trash';
