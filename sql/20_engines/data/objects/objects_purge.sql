create or replace function app.objects_purge(
  p_type app.object_types, p_objects app.objects[], p_is_linked boolean default null,
  p_is_cascade boolean default false)
returns void
language plpgsql volatile as $$
declare
  v_ids text[] := array(select o.id from unnest(p_objects) o);
  v_trashed integer := (select count(*) from unnest(p_objects) o where o.is_deleted);
  v_is_linked boolean;
begin
  if not p_is_cascade and app.type_is_guarded(p_type.policies, p_type.user_access) then
    perform app.policy_check(p_type, 'delete', p_objects);
  end if;
  v_is_linked := coalesce(p_is_linked, app.objects_linked(p_type, v_ids));
  if v_is_linked then perform app.associations_purge(p_type, v_ids); end if;
  if v_is_linked or p_is_cascade then  -- in a cascade no one has looked for files and comments
    perform app.files_release(p_type, v_ids);
    delete from app.comments c
    where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id
      and c.object_id = any (v_ids);
  end if;
  perform app.workflow_runs_end(p_type.tenant_id, p_type.id, v_ids);
  perform app.index_remove(p_type, p_objects);
  perform app.search_remove(p_type, v_ids);
  if p_type.ai_index is not null then
    -- At once, whatever its worker waits for. Vectors that someone has stored are theirs.
    delete from app.vectors v
    where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id and v.object_id = any (v_ids)
      and v.digest is not null;
  end if;
  delete from app.object_versions v
  where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id
    and v.object_id = any (v_ids);
  delete from app.objects o
  where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (v_ids);
  perform app.object_count(p_type, v_trashed - cardinality(p_objects), -v_trashed);
  perform app.journal_objects(app.principal(), 'object.purged', p_objects, null, p_type.ai_index);
end $$;
comment on function app.objects_purge is
  'Removes locked objects for good, with everything that hangs on them and what cascades; their '
  'files go to the trash '
  '(p_is_linked: whether they have associations, files or comments, when the caller has looked). '
  '403 POLICY_DENIED, unless this is what cascades';
