create or replace function app.invariant_leaves(p_compares jsonb)
returns setof jsonb
language sql immutable as $$
  with recursive operands as (
    select o as operand from jsonb_array_elements(p_compares) c cross join lateral (values (c->'left'), (c->'right')) s(o)
    union all
    select p from operands o cross join lateral jsonb_array_elements(o.operand->'parts') p where o.operand ? 'parts')
  select o.operand from operands o where not o.operand ? 'parts'
$$;
comment on function app.invariant_leaves is 'The operands of compiled comparisons that are not made of others';
