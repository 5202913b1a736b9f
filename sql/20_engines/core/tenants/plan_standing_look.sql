create or replace function app.plan_standing_look(
  p_tenant text, p_limit text, p_used bigint, p_max bigint)
returns void
language plpgsql volatile as $$
declare
  v_percent smallint := app.plan_percent(p_used, p_max);
  v_month date := app.month_of(null);
  v_told smallint;
begin
  if p_max is null then return; end if;
  select case when s.told_month = v_month then s.told else 0 end into v_told
  from app.plan_standings s where s.tenant_id = p_tenant and s.limit_name = p_limit;
  if v_percent > coalesce(v_told, 0) or v_percent = 0 and v_told > 0 then
    perform app.plan_standings_ask(p_tenant);
  end if;
end $$;
comment on function app.plan_standing_look is
  'Asks the worker to tell admins where a limit stands, if they have not been told of it this month, or to forget it once '
  'less is used';
