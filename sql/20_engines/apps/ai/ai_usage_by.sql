create or replace function app.ai_usage_by(p_usage app.ai_usage[], p_name text)
returns json
language sql immutable as $$
  select coalesce(json_agg(s.line order by s.name), '[]')
  from (
    select k.name, jsonb_build_object(p_name, k.name, 'requests', sum(u.requests),
      'prompt_tokens', sum(u.prompt_tokens), 'completion_tokens', sum(u.completion_tokens),
      'cost_usd', sum(u.cost_usd)) as line
    from unnest(p_usage) u cross join lateral (select to_jsonb(u)->>p_name as name) k
    group by k.name) s
$$;
comment on function app.ai_usage_by is
  'Sums up the use of models, by one of day, operation and model';
