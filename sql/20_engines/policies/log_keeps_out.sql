create or replace function app.log_keeps_out(p_tenant text, p_ids text[])
returns boolean
language plpgsql stable as $$
declare v_principal jsonb := app.principal();
begin
  if not app.policies_bind(v_principal) or v_principal->>'id' = any (p_ids) then return false; end if;
  return app.policies_of_caller(p_tenant) is not null;
end $$;
comment on function app.log_keeps_out is
  'Whether the log of a run may hold what policies hide from the caller: it holds what those could '
  'see as whom it ran, and who wrote it (p_ids), and is closed to others where policies hide anything';
