create or replace function app.plan_standing_hold(p_tenant text, p_limit text)
returns void
language plpgsql volatile as $$
begin
  perform 1 from app.plan_standings s
  where s.tenant_id = p_tenant and s.limit_name = p_limit for no key update;
  if found then return; end if;
  insert into app.plan_standings (tenant_id, limit_name) values (p_tenant, p_limit)
  on conflict do nothing;
  perform 1 from app.plan_standings s
  where s.tenant_id = p_tenant and s.limit_name = p_limit for no key update;
end $$;
comment on function app.plan_standing_hold is
  'Keeps others from holding the same limit of a tenant until the transaction ends';
