create or replace function app.files_release(p_type app.object_types, p_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_files app.files[] := array(
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id
      and f.object_id = any (p_ids)
    order by f.id for update);
  v_held text[] := '{}';
  v_some app.files[];
  v_is_trashed boolean;
begin
  if cardinality(v_files) = 0 then return; end if;
  v_held := app.files_held(p_type.tenant_id, array(select f.id from unnest(v_files) f));
  perform app.files_purge(p_type.tenant_id, array(
    select f from unnest(v_files) f where f.status = 'pending' and f.id <> all (v_held)));
  foreach v_is_trashed in array '{f,t}'::boolean[] loop
    v_some := array(
      select f from unnest(v_files) f
      where (f.status <> 'pending' or f.id = any (v_held)) and (not f.is_deleted and f.id <> all (v_held)) = v_is_trashed);
    perform app.files_save(p_type.tenant_id,
      case when v_is_trashed then 'file.deleted' else 'file.updated' end, v_some, array(
        select jsonb_populate_record(v_some[i], jsonb_build_object(
          'object_type_id', null, 'object_id', null,
          -- Everyone who saw the object saw the file. Without the object that would be everyone
          -- who signs in.
          'access', case (v_some[i]).access when 'public' then 'public' else 'private' end,
          'is_deleted', v_is_trashed or (v_some[i]).is_deleted,
          'deleted_at', case when v_is_trashed then v_now else (v_some[i]).deleted_at end))
        from generate_subscripts(v_some, 1) i order by i));
  end loop;
end $$;
comment on function app.files_release is
  'Releases the files of objects that are about to be removed permanently: they belong to no '
  'object any more, go to the trash unless they are held, and are private unless they were public';
