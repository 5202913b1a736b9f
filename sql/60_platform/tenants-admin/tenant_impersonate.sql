create or replace function platform.tenant_impersonate(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := args->>'tenant_id';
  v_installation app.installation_settings;
  v_settings app.tenant_settings;
  v_user app.users;
  v_refused text;
begin
  perform app.tenant_whole_check(v_tenant);
  -- Locked, so that none begins beside a change that ends them, and a key begins one after the other. The installation is
  -- last: what keeps a tenant's rows locked makes no other tenant wait.
  v_settings := app.settings_lock(v_tenant);
  v_user := app.user_lock(v_tenant, args->>'user_id');
  v_installation := app.installation_lock();
  v_refused := case
    when not v_installation.impersonation then
      'Impersonation is switched off for the whole installation. PATCH /admin/settings switches it on.'
    when app.governance_json(v_settings)->>'impersonation' = 'refused' then
      'The tenant refuses impersonation: its governance says so. Ask one of its administrators.'
    when app.user_is_banned(v_user) then 'This user is banned. Choose another, or lift the ban first.' end;
  if v_refused is not null then
    perform app.fail(403, 'IMPERSONATION_REFUSED', v_refused);
  end if;
  if auth.impersonations_of(app.platform_caller()) >= 10 then
    perform app.fail(429, 'CONCURRENCY_LIMITED', 'This key already impersonates ten users. End one of these sessions '
      'with POST /v1/auth/signout, or wait: each ends after 15 minutes.', '{"max": 10}');
  end if;
  return app.session_answer(app.impersonation_begin(v_user, args->>'reason'), v_user);
end $$;
comment on function platform.tenant_impersonate is 'Begins a session of 15 minutes as a user of a tenant, if installation, tenant and the state of the user let it';
