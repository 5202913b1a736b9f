create or replace function api.file_trash_empty(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_where text := concat_ws(' and ', 'f.tenant_id = $1', 'f.is_deleted',
    app.files_visible(tenant), case when not app.files_managed() then
      format('f.uploaded_by = %L', app.principal()->>'user_id') end);
  v_trashed bigint := app.files_count(tenant, v_where, null);
  v_now timestamptz := clock_timestamp();
  v_refusal json;
  v_files app.files[];
  v_count integer := 0;
begin
  if v_trashed = 0 then return json_build_object('deleted', true, 'count', 0); end if;
  v_refusal := app.confirm(tenant, 'trash', 'files',
    app.dependencies(array[row('file', v_trashed)::app.dependency]), args->>'confirm_token');
  if v_refusal is not null then return v_refusal; end if;
  -- What is thrown away meanwhile, nobody has agreed to lose.
  v_where := format('%s and f.deleted_at <= %L', v_where, v_now);
  loop
    execute format('select array(select f from app.files f where %s order by f.id limit 1000 '
      'for update)', v_where) into v_files using tenant;
    exit when cardinality(v_files) = 0;
    perform app.files_purge(tenant, v_files);
    v_count := v_count + cardinality(v_files);
  end loop;
  return json_build_object('deleted', true, 'count', v_count);
end $$;
comment on function api.file_trash_empty is 'Empty the trash of files';
