create or replace function app.policy_externals(p_part app.filter_part)
returns jsonb[]
language sql stable as $$
  -- Those of rules that are for others stay unasked, in their places.
  select case when p_part.condition ~ '\$(x\[|id|created_|updated_at|version)' then array(
    select case when position('$x[' || n - 1 || ']' in p_part.condition) > 0
      then app.policy_external(e, p_part.auth) else '{"system": true}' end
    from unnest(p_part.externals) with ordinality u(e, n) order by n) else '{}' end
$$;
comment on function app.policy_externals is
  'The questions that the condition of a policy asks besides properties, bound to the caller';
