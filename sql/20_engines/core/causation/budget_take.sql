create or replace function app.budget_take(p_tenant text, p_what text, p_count integer)
returns boolean
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_root uuid := v_principal->>'root';
  v_max integer;
begin
  if coalesce((v_principal->>'causation_depth')::integer, 0) = 0 or v_root is null
    or v_principal ? 'uncounted' or p_count = 0 then
    return true;
  end if;
  if app.budget_room(p_tenant, v_root, p_what) < p_count then
    v_max := app.budget_max(p_tenant, p_what);
    perform app.budget_fail(p_what, v_max, 60, app.budget_spent(p_what, v_max));
  end if;
  perform app.budget_add(p_tenant, v_root, p_what, p_count);
  return true;
end $$;
comment on function app.budget_take is
  'Counts writes, mails, calls or runs that the present principal makes in consequence of something '
  '(causation_depth from 1 on) for the root of its chain; 429 when there would be too many. What '
  'someone does directly is not counted, nor the worker''s own records (uncounted). True';
