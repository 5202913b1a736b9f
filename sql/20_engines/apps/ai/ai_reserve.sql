create or replace function app.ai_reserve(p_tenant text, p_tokens bigint)
returns text
language plpgsql volatile as $$
declare
  v_most bigint := (select (t.limits->>'ai_tokens_per_month')::bigint from app.tenants t where t.tenant_id = p_tenant);
  v_id text := app.new_id('aic');
  v_now timestamptz := clock_timestamp();
  v_end timestamptz := v_now + interval '10 minutes';
  v_done text;
begin
  if v_most is null then return null; end if;
  -- Two at once would both be the last.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  delete from app.ai_calls c where c.tenant_id = p_tenant and c.expires_at <= v_now;
  v_done := app.plan_limit_check(p_tenant, 'ai_tokens_per_month', app.ai_tokens_used(p_tenant), p_tokens, v_most);
  insert into app.ai_calls (tenant_id, id, tokens, expires_at) values (p_tenant, v_id, p_tokens, v_end);
  return v_id;
end $$;
comment on function app.ai_reserve is
  'Holds tokens for a call to a model, which is made outside of any transaction; app.ai_record gives them back. Null for a tenant '
  'without a limit; 403 PLAN_LIMIT_EXCEEDED where the month''s are used';
