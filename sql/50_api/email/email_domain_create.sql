create or replace function api.email_domain_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_made jsonb := args->'made';
  v_new app.email_domains;
  v_done text;
begin
  if 50 <= (select count(*) from app.email_domains d where d.tenant_id = tenant) then
    perform app.fail(409, 'CONFLICT', 'A tenant can have at most 50 sender domains. Delete one first.');
  end if;
  insert into app.email_domains
    (tenant_id, domain, selector, private_key, public_key, created_at)
  values (tenant, args->>'domain', v_made->>'selector', v_made->>'private_key',
    v_made->>'public_key', v_now)
  on conflict do nothing
  returning * into v_new;
  if not found then perform app.taken('domain', args->>'domain', 'entry'); end if;
  v_done := app.journal_write(tenant, 'email_domain.created', 'email_domain', v_new.domain,
    app.email_domain_json(v_new));
  return app.email_domain_json(v_new);
end $$;
comment on function api.email_domain_create is 'Adds a sender domain with a sealed DKIM key';
