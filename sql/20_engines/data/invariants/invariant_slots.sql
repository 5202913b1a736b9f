create or replace function app.invariant_slots(p_invariant app.invariants, p_ids jsonb, p_keys jsonb)
returns smallint[]
language plpgsql immutable as $$
declare v_needs text := p_invariant.compiled->>'needs';
begin
  -- Of single objects the writer holds the rows.
  if v_needs = 'object' then return '{}'; end if;
  return array(
    select (abs(jsonb_hash_extended(k, hashtext(p_invariant.id)) % 1024))::smallint
    from jsonb_array_elements(case v_needs when 'owner' then p_ids when 'group' then p_keys
      else case when p_ids = '[]' then jsonb '[]' else '[[]]' end end) k);
end $$;
comment on function app.invariant_slots is
  'The rows of app.invariant_locks for what a rule judges: for each owner, each group, or all of the rule where it compares both';
