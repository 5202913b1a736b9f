create or replace function app.objects_add(p_type app.object_types, p_created app.objects[])
returns app.objects[]
language plpgsql volatile as $$
declare
  v_object app.objects;
  v_document tsvector;
  v_rows integer;
  v_done text;
begin
  if app.type_is_guarded(p_type.policies, p_type.user_access) then
    perform app.policy_check(p_type, 'insert', p_created);
  end if;
  -- A cluster plans INSERT … SELECT from an array twice and sends it through COPY; on one
  -- PostgreSQL, one row is also cheaper as VALUES, and a hundred are not.
  if cardinality(p_created) = 1 then
    v_object := p_created[1];
    insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at,
      created_by, updated_by, tx_id)
    values (p_type.tenant_id, p_type.id, v_object.id, v_object.properties, v_object.created_at,
      v_object.updated_at, v_object.created_by, v_object.updated_by, v_object.tx_id);
    v_document := app.search_document(p_type.silent, v_object.properties);
    if v_document <> '' then
      insert into app.object_search (tenant_id, object_type_id, object_id, document)
      values (p_type.tenant_id, p_type.id, v_object.id, v_document);
    end if;
  else
    insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at,
      created_by, updated_by, tx_id)
    select p_type.tenant_id, p_type.id, o.id, o.properties, o.created_at, o.updated_at,
      o.created_by, o.updated_by, o.tx_id
    from unnest(p_created) o;
    insert into app.object_search (tenant_id, object_type_id, object_id, document)
    select * from app.search_entries(p_type, p_created);
  end if;
  -- Assigned, because PERFORM runs a statement of its own around each.
  v_rows := app.index_add(p_type, p_created);
  v_rows := app.object_count(p_type, cardinality(p_created), 0);
  if p_type.invariants is not null then v_done := app.invariants_note(p_type, null, p_created); end if;
  if app.journal_objects(app.principal(), 'object.created', null, p_created, p_type.ai_index) then
    return app.objects_again(p_type, p_created);
  end if;
  return p_created;
end $$;
comment on function app.objects_add is
  'Writes new objects (app.objects_new, or others whose ids are free), with their index rows, words, counters and journal; '
  'the answer is in the order given. 403 POLICY_DENIED';
