create or replace function app.import_match_names(
  p_type app.object_types, args jsonb, p_count integer)
returns text[]
language plpgsql stable as $$
declare
  v_names text[];
  v_total bigint;
begin
  if args->>'mode' = 'insert' then return '{}'; end if;
  if args->'match_on' = any (array['"id"', '["id"]']::jsonb[]) then
    if args->>'mode' = 'update' then return '{id}'; end if;
    perform app.invalid('match_on', 'id',
      'id can find objects to update, but callers cannot choose the ids of new objects: send mode '
      'update, or match on a unique property');
  end if;
  v_names := app.match_names(p_type, args->'match_on');
  if not p_type.definition->v_names[1] ? 'ready' then
    v_total := (app.object_total(p_type.tenant_id, p_type.id)).live;
    if v_total * p_count > 1000000 then
      perform app.invalid('match_on', 'not_indexed', format(
        '%s has no index, and finding %s rows among %s without one takes too long. Set is_indexed '
        'on the property first', v_names[1], p_count,
        case when app.policy_limits(p_type) then 'all objects' else v_total || ' objects' end));
    end if;
  end if;
  return v_names;
end $$;
comment on function app.import_match_names is
  'Returns the names of the properties by which rows find their objects; {id} for the id itself; '
  'none for mode insert';
