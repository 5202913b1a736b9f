create or replace function app.plan_note(
  p_tenant text, p_plan text, p_limits jsonb, p_is_nearly_full boolean)
returns text
language sql stable as $$
  select case when p_plan = 'unlimited' and p_limits = '{}' then p_tenant
    when p_is_nearly_full then ''
    else p_tenant || ' ' || p_plan || ' ' || p_limits end
$$;
comment on function app.plan_note is
  'Returns the value that authentication keeps in app.plan_noted: only the tenant if it has no '
  'limits at all, nothing if its objects are to be counted, else the basis of its limits';
