create or replace function app.simulate_leaves(
  p_node jsonb, p_path text, p_is_negated boolean default false)
returns table (path text, node jsonb, is_negated boolean, label text)
language plpgsql immutable as $$
declare
  v_key text;
  v_value jsonb;
  v_operator text;
  v_given jsonb;
begin
  if jsonb_typeof(p_node) = 'array' then
    return query
      select l.* from jsonb_array_elements(p_node) with ordinality e(each, n)
      cross join app.simulate_leaves(e.each, format('%s[%s]', p_path, e.n - 1), p_is_negated) l
      order by e.n;
  elsif p_node ?| array['operator', 'op'] then
    return query select p_path, p_node, p_is_negated, app.simulate_label(
      coalesce(p_node->>'property', p_node->>'field'),
      coalesce(p_node->>'operator', p_node->>'op'), p_node->'value');
  elsif p_node ? 'association' then
    return query select p_path || '.association', p_node, p_is_negated, concat_ws(' ',
      'association', p_node->'association'->>'type', p_node->'association'->>'quantifier');
  elsif p_node ?| array['and', 'or', 'not'] then
    v_key := (select min(k) from jsonb_object_keys(p_node) k);
    return query select * from app.simulate_leaves(
      p_node->v_key, p_path || '.' || v_key, p_is_negated <> (v_key = 'not'));
  else
    for v_key, v_value in select * from jsonb_each(p_node) loop
      for v_operator, v_given in select * from jsonb_each(case
        when jsonb_typeof(v_value) = 'object' then v_value
        else jsonb_build_object('eq', v_value) end)
      loop
        return query select p_path || '.' || v_key,
          jsonb_build_object(v_key, jsonb_build_object(v_operator, v_given)), p_is_negated,
          app.simulate_label(v_key, v_operator, v_given);
      end loop;
    end loop;
  end if;
end $$;
comment on function app.simulate_leaves is
  'The conditions of a tree, each with its path, as a tree of its own, whether "not" stands before '
  'it, and in words';
