create or replace function app.association_limit(p_rule app.association_types)
returns integer
language sql immutable as $$
  select case when p_rule.cardinality = 'one' then 1 else p_rule.max end
$$;
comment on function app.association_limit is
  'How many associations of a type an object may have at most; null means no limit';
