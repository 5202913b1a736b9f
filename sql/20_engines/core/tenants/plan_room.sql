create or replace function app.plan_room(p_tenant text, p_limit text)
returns void
language plpgsql volatile as $$
declare v_used bigint;
begin
  if app.plan_max(p_tenant, p_limit) is null then return; end if;
  -- Two at once would both be the last, and a change of the limits waits for the same row.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  case p_limit
    when 'users' then
      select count(*) into v_used from app.users u where u.tenant_id = p_tenant;
    when 'webhooks' then
      select count(*) into v_used from app.webhooks w where w.tenant_id = p_tenant;
    when 'functions' then
      select count(*) into v_used from app.functions f where f.tenant_id = p_tenant;
    when 'object_types' then
      select count(*) into v_used from app.object_types o where o.tenant_id = p_tenant;
  end case;
  perform app.plan_limit_check(p_tenant, p_limit, v_used, 1, app.plan_max(p_tenant, p_limit));
end $$;
comment on function app.plan_room is
  'Makes sure that a tenant''s plan allows one more of users, webhooks, functions or object_types, '
  'until the transaction ends; 403 PLAN_LIMIT_EXCEEDED. A tenant without a limit locks nothing';
