create or replace function app.associations_purge(p_type app.object_types, p_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_type_ids text[] := array_fill(p_type.id::text, array[cardinality(p_ids)]);
  v_ids text[];
  v_links text[];
  v_types app.object_types[];
  v_type app.object_types;
  v_is_ruled boolean := p_type.invariants is not null;
  v_done text;
  v_objects app.objects[];
begin
  select v_type_ids || array_agg(c.object_type_id), array_agg(c.id) into v_type_ids, v_ids
  from app.cascade_lock(p_type, p_ids) c;
  v_links := app.associations_lock(p_type.tenant_id, v_type_ids, p_ids || v_ids);
  perform app.associations_restrict(p_type.tenant_id, v_type_ids, p_ids || v_ids);
  v_types := array(
    select row(t.*)::app.object_types as type from app.object_types t
    where t.tenant_id = p_type.tenant_id and t.id = any (v_type_ids) and v_ids is not null
    order by t.id);
  foreach v_type in array v_types loop
    v_is_ruled := v_is_ruled or v_type.invariants is not null;
  end loop;
  if v_is_ruled then v_done := app.invariants_note_ends(p_type.tenant_id, v_links); end if;
  perform app.associations_remove(p_type.tenant_id, v_links);

  foreach v_type in array v_types loop
    v_objects := app.objects_take(v_type, v_ids, null);
    if cardinality(v_objects) > 0 then
      perform app.objects_purge(v_type, v_objects, p_is_linked => false, p_is_cascade => true);
    end if;
  end loop;
end $$;
comment on function app.associations_purge is
  'Removes the associations of objects that are about to be removed for good, and what cascades '
  'with them. What they took along into the trash stays there: hidden associations do not '
  'cascade. 409 INVALID_STATE when one restricts';
