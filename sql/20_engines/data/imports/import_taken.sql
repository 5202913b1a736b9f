create or replace function app.import_taken(
  p_type app.object_types, p_rows jsonb[], p_numbers integer[])
returns table (n bigint, error jsonb)
language plpgsql stable as $$
declare
  v_property app.indexed_property;
  v_values jsonb[];
  v_texts text[];
  v_floats double precision[];
  v_pairs text[];
  v_policies jsonb := case when app.type_is_guarded(p_type.policies, p_type.user_access)
    then app.policies_of_caller(p_type.tenant_id) end;
begin
  foreach v_property in array p_type.indexed loop
    continue when not v_property.is_unique;
    v_values := array(
      select app.property_value(p_type.definition->v_property.name, nullif(
        r.item->v_property.name, 'null')) from unnest(p_rows) with ordinality r(item, o)
      order by o);
    -- Worked out first: under row-level security only plain values become index conditions.
    v_texts := array(select app.index_text(v) from unnest(v_values) with ordinality u(v, o)
      order by o);
    v_floats := array(select app.index_number(v) from unnest(v_values) with ordinality u(v, o)
      order by o);
    v_pairs := array(select t || ' ' || f from unnest(v_texts, v_floats) with ordinality u(t, f, o)
      order by o);
    return query
      select x.o, jsonb_build_object('row', p_numbers[x.o], 'property', v_property.name,
        'code', 'unique_violation', 'message', format('must be unique, and %s is already taken%s',
          left(v_values[x.o]::text, 100), case when app.policies_show(
            v_policies, p_type.tenant_id, p_type.id, x.object_id)
            then ' by ' || x.object_id else '' end))
      from (
        select i.object_id,
          array_position(v_pairs, i.text_value || ' ' || i.number_value)::bigint as o
        from app.object_index i
        where i.tenant_id = p_type.tenant_id and i.property_id = v_property.id and i.is_unique
          and i.text_value = any (v_texts) and i.number_value = any (v_floats)) x
      where v_values[x.o] is not null;
  end loop;
end $$;
comment on function app.import_taken is
  'Returns the rows of an import whose unique values live objects hold already';
