create or replace function api.tenant_current_export_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users;
  v_refusal json;
  v_wait integer;
  v_done text;
begin
  if app.principal() ? 'user_id' then
    v_user := app.user_find(tenant, app.principal()->>'user_id');
    if v_user.role <> 'owner' then
      perform app.fail(403, 'FORBIDDEN',
        'Only an owner of the tenant may export all of it, or an API key with the scope *.');
    end if;
    perform app.strong_check(v_user);
    v_refusal := app.nonce_check(v_user, args->>'nonce');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  v_wait := app.counter_take(tenant, 'tenant export', 1, '1 hour');
  if v_wait is not null then
    return app.too_many('RATE_LIMITED', 'This tenant was already exported within the last hour.', v_wait);
  end if;
  v_done := app.journal_write(tenant, 'tenant.exported', 'tenant', tenant,
    json_build_object('id', tenant, 'files', args->'files', 'journal_from', args->'journal_from'));
  return 'true';
end $$;
comment on function api.tenant_current_export_begin is
  'Proves that the caller may have everything of the tenant, takes the one export of an hour, and notes it in the journal';
