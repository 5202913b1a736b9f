create or replace function app.budget_room(p_tenant text, p_root uuid, p_what text)
returns integer
language plpgsql stable as $$
declare
  v_max integer := app.budget_max(p_tenant, p_what);
  v_used integer;
begin
  if v_max is null then return 2147483647; end if;
  select case p_what when 'writes' then b.writes when 'mails' then b.mails when 'calls' then b.calls
    else b.runs end
  into v_used from app.causation_budgets b where b.tenant_id = p_tenant and b.root = p_root;
  return v_max - coalesce(v_used, 0)
    - coalesce((app.budget_pending(p_tenant)->'roots'->p_root::text->>p_what)::integer, 0);
end $$;
comment on function app.budget_room is
  'How many more writes, mails, calls or runs a root may cause, by what is committed and what this '
  'transaction has made';
