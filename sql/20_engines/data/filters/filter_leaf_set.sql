create or replace function app.filter_leaf_set(
  p_field jsonb, p_operator text, p_values jsonb, p_is_negated boolean, p_is_conjunct boolean,
  p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_keys text[] := array(
    select distinct app.set_key(v) from jsonb_array_elements(p_values) v);
  v_term jsonb;
begin
  p_part.condition := app.filter_negate(p_is_negated,
    format('$x[%s] == true', cardinality(p_part.externals)));
  p_part.externals := p_part.externals || (app.filter_place(p_field) || jsonb_build_object(
    'test', p_operator, 'set', v_keys, 'size', cardinality(v_keys)));
  if p_is_conjunct and not p_is_negated then
    v_term := app.filter_term(p_field, p_operator, p_values, p_part.condition);
  end if;
  return app.filter_leaf_add(p_part, p_field, v_term);
end $$;
comment on function app.filter_leaf_set is
  'Adds in, has_any or has_all with a long list to a filter: compared as a set, not one by one';
