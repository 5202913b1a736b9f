create or replace function app.invariant_enforce(
  p_invariant app.invariants, p_ids text[], p_keys jsonb[])
returns text
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_broken record;
  v_first record;
  v_policies jsonb;
  v_shown jsonb := '[]';
  v_hidden integer := 0;
  v_is_bound boolean;
begin
  if p_invariant.compiled->>'needs' = 'type' and p_ids <> '{}' then
    p_ids := app.invariant_neighbours(p_invariant, p_ids);
  end if;
  for v_broken in
    select b.object_id, b.value_left, b.value_right, b.reason from app.invariant_breaks(p_invariant, p_ids, p_keys, v_most) b
  loop
    if v_first is null then
      v_first := v_broken;
      v_is_bound := app.policies_bind(app.principal());
      v_policies := app.policies_of_caller(p_invariant.tenant_id);
    end if;
    if not app.policies_show(v_policies, p_invariant.tenant_id, p_invariant.object_type_id, v_broken.object_id) then
      v_hidden := v_hidden + 1;
    elsif jsonb_array_length(v_shown) < 20 then
      v_shown := v_shown || jsonb_build_object('object_type_id', p_invariant.object_type_id, 'object_id', v_broken.object_id);
    end if;
  end loop;
  if v_first is null then return null; end if;
  perform app.fail(409, 'INVARIANT_VIOLATED', coalesce(p_invariant.message,
      format('The rule %s does not allow this: %s of its objects would break it.', p_invariant.name,
        jsonb_array_length(v_shown) + v_hidden)),
    jsonb_build_object('invariant_id', p_invariant.id, 'name', p_invariant.name, 'message', p_invariant.message, 'objects', v_shown,
      'hidden', v_hidden, 'reason', v_first.reason)
    || case when v_is_bound or v_first.reason is not null then '{}'
      else jsonb_build_object('left', v_first.value_left, 'right', v_first.value_right) end);
  return null;
end $$;
comment on function app.invariant_enforce is
  'Refuses with 409 INVARIANT_VIOLATED objects or groups that break a rule. Objects that policies hide from the caller are only counted, and what '
  'the rule has found is told only to callers whom no policy binds';
