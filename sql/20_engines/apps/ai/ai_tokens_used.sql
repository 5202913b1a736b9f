create or replace function app.ai_tokens_used(p_tenant text)
returns bigint
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  v_month date := date_trunc('month', v_now at time zone 'UTC');
begin
  return (
    select coalesce(sum(u.prompt_tokens + u.completion_tokens), 0) from app.ai_usage u
    where u.tenant_id = p_tenant and u.day >= v_month) + (
    select coalesce(sum(c.tokens), 0) from app.ai_calls c
    where c.tenant_id = p_tenant and c.expires_at > v_now);
end $$;
comment on function app.ai_tokens_used is
  'Tokens that a tenant has used this month (UTC), with those that calls under way may use';
