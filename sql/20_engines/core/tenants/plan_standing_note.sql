create or replace function app.plan_standing_note(p_tenant text, p_limit text, p_percent smallint)
returns boolean
language plpgsql volatile as $$
declare
  v_month date := app.month_of(null);
  v_is_new boolean;
begin
  if p_percent = 0 then
    update app.plan_standings s set told = 0
    where s.tenant_id = p_tenant and s.limit_name = p_limit and s.told > 0;
    return false;
  end if;
  insert into app.plan_standings as s (tenant_id, limit_name, told, told_month)
  values (p_tenant, p_limit, p_percent, v_month)
  on conflict (tenant_id, limit_name) do update
    set told = excluded.told, told_month = excluded.told_month
    where s.told < excluded.told or s.told_month is distinct from excluded.told_month
  returning true into v_is_new;
  return coalesce(v_is_new, false);
end $$;
comment on function app.plan_standing_note is
  'Notes which part of a limit admins are told of; true for one of those who note it at the same time, and false where they '
  'have been told this month';
