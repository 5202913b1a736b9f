create or replace function app.invariant_check_all(
  p_invariant app.invariants, p_most integer,
  out checked bigint, out total bigint, out violations jsonb)
language plpgsql stable as $$
declare
  v_page constant integer := 1000;
  v_ids text[];
  v_part record;
begin
  checked := 0;
  total := 0;
  violations := '[]';
  loop
    v_ids := app.invariant_page(p_invariant, coalesce(v_ids[v_page], ''), v_page);
    v_part := app.invariant_check(p_invariant, v_ids,
      app.invariant_keys(p_invariant, jsonb_build_object(p_invariant.object_type_id, v_ids), '{}'),
      greatest(p_most - jsonb_array_length(violations), 0));
    checked := checked + cardinality(v_ids);
    total := total + v_part.total;
    violations := violations || v_part.violations;
    exit when cardinality(v_ids) < v_page;
  end loop;
end $$;
comment on function app.invariant_check_all is
  'Checks all live objects of a type against a rule: how many there are, how many break it, and the first p_most of these';
