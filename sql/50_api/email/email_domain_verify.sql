create or replace function api.email_domain_verify(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.email_domains := app.email_domain_lock(tenant, args->>'domain');
  v_checks jsonb := args->'made'->'checks';
  v_now timestamptz := clock_timestamp();
  v_new app.email_domains;
  v_done text;
begin
  if v_old.private_key = 'enc:v1:lost' then
    perform app.fail(409, 'SECRET_LOST',
      'The key of this domain was lost with the ENCRYPTION_KEY of the server. Remove the domain, and add it again.',
      '{"secret":"email_domains.private_key"}');
  end if;
  -- Removed and added again since its records were looked up: it has another key.
  if v_old.selector <> args #>> '{made,selector}' then
    perform app.fail(409, 'CONFLICT',
      'The domain was added again while its records were being looked up. Repeat the request.');
  end if;
  update app.email_domains d set checks = v_checks, checked_at = v_now,
    verified_at = case when (v_checks->'dkim'->>'is_fine')::boolean
      then coalesce(v_old.verified_at, v_now) end
  where d.tenant_id = tenant and d.domain = v_old.domain
  returning * into v_new;
  v_done := app.journal_write(tenant, 'email_domain.checked', 'email_domain', v_new.domain,
    app.email_domain_json(v_new), app.email_domain_json(v_old));
  return app.email_domain_json(v_new);
end $$;
comment on function api.email_domain_verify is
  'Records the results of a DNS check of a sender domain';
