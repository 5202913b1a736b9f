create or replace function app.invariant_key(p_by jsonb, p_properties jsonb)
returns jsonb
language plpgsql immutable as $$
declare
  v_key jsonb := '[]';
  v_value jsonb;
begin
  for i in 0 .. jsonb_array_length(p_by->'by') - 1 loop
    v_value := app.index_value(p_by->'types'->>i, p_properties->(p_by->'by'->>i));
    if coalesce(v_value, 'null') = 'null' then return null; end if;
    v_key := v_key || jsonb_build_array(v_value);
  end loop;
  return v_key;
end $$;
comment on function app.invariant_key is 'The values that tell the group of an object (p_by of app.invariant_by); null: it is in none';
