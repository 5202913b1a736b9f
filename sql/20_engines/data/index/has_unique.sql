create or replace function app.has_unique(p_type app.object_types)
returns boolean
language plpgsql immutable as $$
declare v_property app.indexed_property;
begin
  foreach v_property in array p_type.indexed loop
    if v_property.is_unique then return true; end if;
  end loop;
  return false;
end $$;
comment on function app.has_unique is 'Whether a type has a unique property';
