create or replace function app.invariant_judge(
  p_compares jsonb, p_object app.objects, out is_kept boolean, out value_left jsonb, out value_right jsonb)
language plpgsql stable as $$
declare v_compare jsonb;
begin
  is_kept := true;
  for v_compare in select c from jsonb_array_elements(p_compares) c loop
    value_left := app.invariant_value(v_compare->'left', p_object);
    value_right := app.invariant_value(v_compare->'right', p_object);
    is_kept := app.invariant_keeps(value_left, v_compare->>'operator', value_right);
    exit when not is_kept;
  end loop;
end $$;
comment on function app.invariant_judge is 'Whether an object keeps comparisons, and the two sides of the first that it does not';
