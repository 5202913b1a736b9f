create or replace function app.simulate_names(p_node jsonb)
returns setof text
language plpgsql immutable as $$
declare
  v_key text;
  v_value jsonb;
begin
  if jsonb_typeof(p_node) = 'array' then
    return query select n from jsonb_array_elements(p_node) e cross join app.simulate_names(e) n;
  elsif jsonb_typeof(p_node) <> 'object' then
    return;
  elsif p_node ?| array['property', 'field'] then
    return next split_part(coalesce(p_node->>'property', p_node->>'field'), '.', 1);
  else
    for v_key, v_value in select * from jsonb_each(p_node) loop
      if v_key in ('and', 'or', 'not') then
        return query select app.simulate_names(v_value);
      elsif v_key <> 'association' then
        return next split_part(v_key, '.', 1);
      end if;
    end loop;
  end if;
end $$;
comment on function app.simulate_names is
  'Returns the names that a condition uses of its own rows, the first step of each path';
