create or replace function api.email_suppression_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.email_suppressions;
  v_done text;
begin
  delete from app.email_suppressions s
  where s.tenant_id = tenant and s.address = lower(args->>'address')
  returning * into v_old;
  if not found then perform app.not_found('email suppression', args->>'address'); end if;
  v_done := app.journal_write(tenant, 'email_suppression.deleted', 'email_suppression',
    v_old.address, null, app.suppression_json(v_old));
  return '{"deleted": true}';
end $$;
comment on function api.email_suppression_delete is 'Remove an address from the suppression list';
