create or replace function app.object_changes(
  p_old app.objects, p_new app.objects, p_names text[], out changed text[], out before json)
language plpgsql immutable as $$
declare
  -- Each `->` on a stored value unpacks it whole, so it is unpacked once.
  v_old jsonb := p_old.properties || '{}';
  v_new jsonb := p_new.properties || '{}';
  v_name text;
  v_part json;
begin
  if p_old.id is null then return; end if;
  if p_new.id is null then
    before := app.object_json(p_old);
    return;
  end if;
  -- Mostly one property has changed, or none. That is found without a statement, which would begin an executor and sort.
  if v_old = v_new then
    v_part := '{}';
  else
    foreach v_name in array p_names loop
      if v_old->v_name is distinct from v_new->v_name then
        if v_old - v_name = v_new - v_name then
          changed := array[v_name];
          v_part := '{ ' || to_json(v_name) || ' : ' || coalesce((v_old->v_name)::text, 'null') || ' }';
        end if;
        exit;
      end if;
    end loop;
  end if;
  if v_part is not null then
    before := json_build_object(
      'version', p_old.version, 'is_deleted', p_old.is_deleted, 'properties', v_part);
    return;
  end if;
  select array_agg(k order by k), json_build_object(
    'version', p_old.version, 'is_deleted', p_old.is_deleted,
    'properties', coalesce(json_object_agg(k, v_old->k order by k), '{}'))
  into changed, before
  from jsonb_object_keys(v_old || v_new) k
  where v_old->k is distinct from v_new->k;
end $$;
comment on function app.object_changes is
  'The names of the properties that differ, and what they were before; p_names are those of the type';
