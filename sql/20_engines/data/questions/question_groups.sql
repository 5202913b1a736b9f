create or replace function app.question_groups(p_config jsonb)
returns jsonb
language sql immutable as $$
  select case jsonb_typeof(p_config->'group_by')
    when 'array' then p_config->'group_by'
    when 'string' then jsonb_build_array(p_config->'group_by')
    else coalesce(p_config->'rows', '[]') || coalesce(p_config->'columns', '[]') end
$$;
comment on function app.question_groups is
  'Returns the grouping of a question, as an aggregate takes it: group_by, one or several, or '
  'rows and columns of a pivot';
