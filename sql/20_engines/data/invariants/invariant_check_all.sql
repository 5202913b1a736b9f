create or replace function app.invariant_check_all(
  p_invariant app.invariants, p_most integer,
  out checked bigint, out total bigint, out violations jsonb)
language plpgsql volatile as $$
declare
  v_part record;
  v_after text := '';
begin
  checked := 0;
  total := 0;
  violations := '[]';
  while v_after is not null loop
    v_part := app.invariant_check(p_invariant, v_after, 1000, greatest(p_most - jsonb_array_length(violations), 0), false);
    checked := checked + v_part.checked;
    total := total + v_part.total;
    violations := violations || v_part.violations;
    v_after := v_part.last;
  end loop;
end $$;
comment on function app.invariant_check_all is
  'Checks all live objects of a type against a rule: how many there are, how many break it, and the first p_most of these';
