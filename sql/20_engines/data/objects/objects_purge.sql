create or replace function app.objects_purge(
  p_type app.object_types, p_objects app.objects[], p_is_linked boolean default null,
  p_is_cascade boolean default false)
returns void
language plpgsql volatile as $$
declare
  v_ids text[] := array(select o.id from unnest(p_objects) o);
  v_trashed integer := (select count(*) from unnest(p_objects) o where o.is_deleted);
  v_is_linked boolean;
  v_is_stale boolean;
  v_rows integer;
  v_done text;
begin
  if not p_is_cascade and app.type_is_guarded(p_type.policies, p_type.user_access) then
    perform app.policy_check(p_type, 'delete', p_objects);
  end if;
  if p_type.invariants is not null then v_done := app.invariants_note(p_type, p_objects, null); end if;
  v_is_linked := coalesce(p_is_linked, app.objects_linked(p_type, v_ids));
  v_done := app.objects_purge_rows(p_type, p_objects, v_ids, v_is_linked, p_is_cascade);
  delete from app.objects o
  where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (v_ids);
  v_rows := app.object_count(p_type, v_trashed - cardinality(p_objects), -v_trashed);
  v_is_stale := app.journal_objects(app.principal(), 'object.purged', p_objects, null, p_type.ai_index);
end $$;
comment on function app.objects_purge is
  'Removes locked objects for good, with everything that the registry says hangs on them and what cascades; their '
  'files go to the trash '
  '(p_is_linked: whether they have associations, files or comments, when the caller has looked). '
  '403 POLICY_DENIED, unless this is what cascades';
