create or replace function app.objects_create(p_type app.object_types, p_properties jsonb[])
returns app.objects[]
language plpgsql volatile as $$
declare
  v_user text := app.principal()->>'user_id';
  v_created app.objects[];
begin
  with created as (
    insert into app.objects as o
      (tenant_id, object_type_id, id, properties, created_at, updated_at, created_by, updated_by)
    select p_type.tenant_id, p_type.id, n.id, n.properties, app.id_time(n.id), app.id_time(n.id),
      v_user, v_user
    from (select app.new_id('obj') as id, p.properties from unnest(p_properties) p(properties)) n
    returning o as object)
  select array_agg(c.object) into v_created from created c;  -- in the order of insertion
  if app.type_is_guarded(p_type.policies, p_type.user_access) then
    perform app.policy_check(p_type, 'insert', v_created);
  end if;

  perform app.index_add(p_type, v_created);
  perform app.search_add(p_type, v_created);
  perform app.object_count(p_type, cardinality(v_created), 0);
  perform app.journal_objects('object.created', null, v_created);
  if current_setting('app.sync', true) = 'on' then
    v_created := app.objects_again(p_type, v_created);
  end if;
  return v_created;
end $$;
comment on function app.objects_create is
  'New objects from normalised properties, with their index rows, words, counters and journal; '
  'the answer is in the order given. 403 POLICY_DENIED';
