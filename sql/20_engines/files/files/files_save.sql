create or replace function app.files_save(
  p_tenant text, p_event text, p_old app.files[], p_new app.files[])
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ids text[] := array(select f.id from unnest(p_old) f);
  v_saved app.files[];
begin
  if cardinality(v_ids) = 0 then return; end if;
  with saved as (
    update app.files f set access = n.access, folder = n.folder,
      object_type_id = n.object_type_id, object_id = n.object_id, is_deleted = n.is_deleted,
      deleted_at = n.deleted_at, revision = f.revision + 1, updated_at = v_now,
      generation = f.generation
        + (n.access <> f.access or n.is_deleted and not f.is_deleted)::integer
    from unnest(p_new) n
    where f.tenant_id = p_tenant and f.id = any (v_ids) and f.id = n.id
    returning row(f.*)::app.files as file)
  select array_agg(s.file order by array_position(v_ids, (s.file).id::text)) into v_saved
  from saved s;
  perform app.journal_write(p_tenant, p_event, 'file', v_ids[i], app.file_json(v_saved[i]),
    app.file_json(p_old[i]))
  from generate_subscripts(v_ids, 1) i;
end $$;
comment on function app.files_save is
  'Writes locked files as they are to be, in the order of p_old: where they are, who may read '
  'them, what they belong to, whether they are in the trash. Each gets its next revision and a row '
  'of the journal, and another access and the trash end its signed URLs. app.file_save writes all '
  'else of one';
