create or replace function app.index_changed(
  p_indexed app.indexed_property[], p_old app.objects[], p_new app.objects[])
returns app.indexed_property[]
language plpgsql immutable as $$
declare
  v_property app.indexed_property;
  v_changed app.indexed_property[] := '{}';
begin
  foreach v_property in array p_indexed loop
    for i in 1 .. cardinality(p_new) loop
      if p_old[i].properties->v_property.name is distinct from
          p_new[i].properties->v_property.name
        or p_old[i].is_deleted <> p_new[i].is_deleted then
        v_changed := v_changed || v_property;
        exit;
      end if;
    end loop;
  end loop;
  return v_changed;
end $$;
comment on function app.index_changed is
  'The indexed properties whose rows differ between two states of objects, p_old[i] and p_new[i]';
