create or replace function app.objects_update_each(p_tenant text, p_args jsonb[])
returns json[]
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(p_tenant, p_args[1]->>'object_type_id');
  v_txs xid8[] := app.txs(p_tenant, cardinality(p_args));
  v_ids text[] := array(select a->>'object_id' from unnest(p_args) with ordinality u(a, n) order by n);
  v_old app.objects[] := app.objects_lock(v_type, v_ids, false);
  -- The calls, in the order of their objects.
  v_calls integer[] := array(select array_position(v_ids, o.id::text) from unnest(v_old) o order by o.id);
  v_new jsonb[];
  v_property app.indexed_property;
  v_saved app.objects[];
begin
  -- The rights that a policy gives to each may hang on other objects, as those before it have left them.
  if app.type_is_guarded(v_type.policies, v_type.user_access) and app.policies_bind(app.principal()) then return null; end if;
  if v_type.invariants is not null then return null; end if;  -- a rule holds after each
  -- One object twice, one that is not there, and an expected version: one after the other.
  if cardinality(v_old) < cardinality(p_args)
    or exists (select 1 from unnest(p_args) a where a ?| '{if_match,version}') then
    return null;
  end if;
  v_new := array(
    select app.properties_normalize(v_type, p_args[c]->'properties', v_old[n].properties, 'properties')
    from unnest(v_calls) with ordinality u(c, n) order by n);
  -- As one, they could take a unique value that only a later one gives up.
  if app.has_unique(v_type.definition) then
    foreach v_property in array v_type.indexed loop
      continue when v_property.is_unique is not true;
      for n in 1 .. cardinality(v_new) loop
        if v_old[n].properties->v_property.name is distinct from v_new[n]->v_property.name then
          return null;
        end if;
      end loop;
    end loop;
  end if;
  v_saved := app.objects_save(v_type, 'update', v_old, v_new, p_txs => array(
    select v_txs[c] from unnest(v_calls) with ordinality u(c, n) order by n));
  return array(
    select app.tx_answer(v_txs[c], app.object_answer(v_saved[n]))
    from unnest(v_calls) with ordinality u(c, n) order by c);
end $$;
comment on function app.objects_update_each is
  'Several calls of api.object_update for a type, as app.objects_create_each; null if they have to run one after the other';
