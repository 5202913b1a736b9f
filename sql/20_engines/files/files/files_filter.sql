create or replace function app.files_filter(p_tenant text, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_folder text := args->>'folder';
  v_is_below boolean := v_folder like '%/*';
  v_sight jsonb := app.file_sight(p_tenant);
  v_filter jsonb := jsonb_strip_nulls(jsonb_build_object('is_deleted', false,
    -- Says nothing that the sight does not, but spares it most private files of others.
    'private_of', case when not (v_sight->'is_manager')::boolean then v_sight->'user' end,
    -- Ids hold the creation time in milliseconds: from the next one on, and below the last.
    'id_low', app.file_id_at(date_trunc('milliseconds', (args->>'created_after')::timestamptz)
      + interval '1 ms'),
    'id_high', app.file_id_at(date_trunc('milliseconds',
      (args->>'created_before')::timestamptz + interval '999 us')),
    'filename', lower(args->>'filename'), 'mime_type', lower(args->>'mime_type')));
begin
  if v_sight is not null then v_filter := v_filter || jsonb_build_object('sight', v_sight); end if;
  if v_folder is not null then
    v_folder := app.folder_check(case when v_is_below then left(v_folder, -2) else v_folder end);
    if not v_is_below then
      v_filter := v_filter || jsonb_build_object('folder', v_folder);
    elsif v_folder <> '' then
      v_filter := v_filter || jsonb_build_object(
        -- 0 comes after / in every name: a range of the index.
        'folder_low', v_folder || '/', 'folder_high', v_folder || '0');
    end if;
  end if;
  if args ? 'object_type_id' then
    v_filter := v_filter || jsonb_build_object('object_type_id',
      (app.object_type_find(p_tenant, args->>'object_type_id')).id);
  end if;
  return app.files_named(p_tenant, args) || v_filter || (
    select coalesce(json_object_agg(a.key, a.value)::jsonb, '{}') from jsonb_each(args) a
    where a.key = any ('{mime_category,access,status,object_id,tag_ids,collection_id,uploaded_by,'
      'min_size,max_size}'::text[]));
end $$;
comment on function app.files_filter is
  'The filters of a search of files as app.files_find takes them: those that the caller sees and '
  'that are not in the trash. 400 for a folder, 404 for an object type that is not there';
