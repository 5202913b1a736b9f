create or replace function app.question_metrics(p_config jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(p_config->'metrics',
    case when p_config ? 'metric' then jsonb_build_array(p_config->'metric') end, '[{"fn": "count"}]')
$$;
comment on function app.question_metrics is
  'The metrics of a question, as an aggregate takes them; without any the objects are counted';
