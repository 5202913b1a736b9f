create or replace function app.ai_record(p_tenant text, p_operation text, p_used jsonb)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_day date := (v_now at time zone 'UTC')::date;
  v_prompt bigint := coalesce((p_used->>'prompt_tokens')::bigint, 0);
  v_completion bigint := coalesce((p_used->>'completion_tokens')::bigint, 0);
  v_cost numeric := coalesce((p_used->>'cost_usd')::numeric, 0);
begin
  perform app.ai_release(p_tenant, p_used->>'call_id');
  insert into app.ai_usage as u (tenant_id, day, operation, model, requests, prompt_tokens, completion_tokens, cost_usd)
  values (p_tenant, v_day, p_operation, left(p_used->>'model', 100), 1, v_prompt, v_completion, v_cost)
  on conflict (tenant_id, day, operation, model) do update set requests = u.requests + 1,
    prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = u.completion_tokens + excluded.completion_tokens, cost_usd = u.cost_usd + excluded.cost_usd;
end $$;
comment on function app.ai_record is
  'Counts a call to a model that has ended, p_used {call_id, model, prompt_tokens, completion_tokens, cost_usd}, and gives back '
  'what was held for it';
