create or replace function worker.reindex_index(
  p_tenant text, p_after jsonb, p_limit integer, out rows integer, out after jsonb)
returns record
language plpgsql volatile as $$
declare
  v_page app.object_index[];
  v_row app.object_index;
  v_property app.properties;
  v_type app.object_types;
  v_objects app.objects[];
  v_ids text[];
  v_wanted record;
  v_gone app.object_index[];
begin
  v_page := array(
    select row(x.*)::app.object_index from app.object_index x
    where x.tenant_id = p_tenant and (x.property_id, x.text_value, x.number_value, x.object_id)
      > (coalesce(p_after->>0, ''), coalesce(p_after->>1, ''), coalesce((p_after->>2)::double precision, 0), coalesce(p_after->>3, ''))
    order by x.property_id, x.text_value, x.number_value, x.object_id limit p_limit);
  rows := cardinality(v_page);
  if rows = p_limit then
    v_row := v_page[rows];
    after := jsonb_build_array(v_row.property_id, v_row.text_value, v_row.number_value::text, v_row.object_id);
  end if;
  for v_property.id in select distinct p.property_id from unnest(v_page) p order by 1 loop
    select * into v_property from app.properties p where p.tenant_id = p_tenant and p.id = v_property.id;
    v_wanted := null;
    if found then
      v_type := app.object_type_hold(p_tenant, v_property.object_type_id);
      v_type.indexed := array(select i from unnest(v_type.indexed) i where i.id = v_property.id);
      v_ids := array(select p.object_id from unnest(v_page) p where p.property_id = v_property.id order by 1);
      -- The share lock keeps a parallel change of an object from slipping between reading it and removing its row.
      v_objects := array(
        select row(o.*)::app.objects from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = any (v_ids) order by o.id for share);
    else
      v_type.indexed := '{}';
      v_objects := '{}';
    end if;
    v_wanted := app.index_columns(v_type, v_objects);
    v_gone := array(
      select row(p.*)::app.object_index from unnest(v_page) p
      where p.property_id = v_property.id and not exists (
        select 1 from unnest(v_wanted.texts, v_wanted.numbers, v_wanted.object_ids, v_wanted.uniques)
          w (text, number, object_id, is_unique)
        where w.object_id = p.object_id and w.text = p.text_value and w.number = p.number_value and w.is_unique = p.is_unique));
    -- One by one: there are few, and under row-level security only plain values become index conditions.
    foreach v_row in array v_gone loop
      delete from app.object_index x
      where x.tenant_id = p_tenant and x.property_id = v_row.property_id and x.text_value = v_row.text_value
        and x.number_value = v_row.number_value and x.object_id = v_row.object_id;
    end loop;
  end loop;
end $$;
comment on function worker.reindex_index is
  'Removes the rows that no object has any more from the next p_limit rows of the object index; after is null at the end';
