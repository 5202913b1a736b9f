create or replace function api.email_domain_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.email_domains := app.email_domain_lock(tenant, args->>'domain');
  v_done text;
begin
  delete from app.email_domains d where d.tenant_id = tenant and d.domain = v_old.domain;
  v_done := app.journal_write(tenant, 'email_domain.deleted', 'email_domain', v_old.domain, null,
    app.email_domain_json(v_old));
  return '{"deleted": true}';
end $$;
comment on function api.email_domain_delete is 'Remove a sender domain';
