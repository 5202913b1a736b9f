create or replace function app.policies_whole(
  p_rules jsonb[], p_externals jsonb[], p_is_private boolean)
returns text
language sql immutable as $$
  select case
    when count(*) = 0 or bool_or(r ? 'role' or not r->'condition' ? 'text'
        or r->'condition'->>'text' ~ '\$(created_at|updated_at|x)\M')
      or not p_externals <@ array['{"system": true}'::jsonb]
      or p_is_private and bool_and(r ? 'is_deny') then null
    else 'strict ' || concat_ws(' && ',
      '(' || string_agg(r->'condition'->>'text', ' || ' order by n)
        filter (where not r ? 'is_deny') || ')',
      string_agg(r->'condition'->>'text', ' && ' order by n) filter (where r ? 'is_deny')) end
  from unnest(p_rules) with ordinality u(r, n)
  where r->>'action' in ('select', 'all')
$$;
comment on function app.policies_whole is
  'Returns the rules for reading as one jsonpath, when they are the same for everyone and use '
  'only the row and $auth: single reads are tested by it. Else null: where a private type has no '
  'allow, users and keys part ways';
