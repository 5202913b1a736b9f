create or replace function api.ai_usage(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_month date := coalesce((args->>'period') || '-01', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-01'))::date;
  v_end date := v_month + interval '1 month';
  v_usage app.ai_usage[] := array(
    select row(u.*)::app.ai_usage from app.ai_usage u
    where u.tenant_id = tenant and u.day >= v_month and u.day < v_end);
begin
  return (
    select json_build_object('period', to_char(v_month, 'YYYY-MM'),
      'requests', coalesce(sum(u.requests), 0), 'prompt_tokens', coalesce(sum(u.prompt_tokens), 0),
      'completion_tokens', coalesce(sum(u.completion_tokens), 0), 'cost_usd', coalesce(sum(u.cost_usd), 0),
      'by_model', app.ai_usage_by(v_usage, 'model'), 'by_operation', app.ai_usage_by(v_usage, 'operation'),
      'by_day', app.ai_usage_by(v_usage, 'day'),
      'limit', (select (t.limits->>'ai_tokens_per_month')::bigint from app.tenants t where t.tenant_id = tenant))
    from unnest(v_usage) u);
end $$;
comment on function api.ai_usage is 'Get the AI usage of a month';
