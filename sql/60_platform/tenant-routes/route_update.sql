create or replace function platform.route_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.routes := app.route_lock(auth.route_own(args->>'route_id'));
  v_new app.routes := v_old;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if args ? 'tenant_id' then
    perform app.tenant_whole_check(args->>'tenant_id');
    v_new.about_tenant := args->>'tenant_id';
  end if;
  -- While a route is disabled, another tenant may have proved its host.
  if args ? 'tenant_id' or args->>'status' = 'active' then
    perform app.route_free_check(v_old.hostname, v_new.about_tenant, auth.host_holder(v_old.hostname));
  end if;
  if args ? 'path_prefix' then v_new.path_prefix := args->>'path_prefix'; end if;
  if v_new.path_prefix is null and v_new.hostname is null then
    perform app.invalid('path_prefix', 'required', 'must be given: a route without a hostname has nothing else');
  end if;
  if args ? 'verification' and args->'verification'->>'type' <> v_old.proof then
    if v_old.hostname is null then
      perform app.invalid('verification', 'unexpected', 'must be left out: a prefix on this installation''s own host needs no proof');
    end if;
    -- A new way of proof begins with a new value.
    v_new.proof := args->'verification'->>'type';
    v_new.proof_value := app.route_proof_value(v_new.proof);
    -- One that the operator has closed stays so.
    v_new.status := case when v_old.status = 'disabled' and v_old.lost_at is null then 'disabled' else 'pending' end;
    v_new.proof_error := null;
    v_new.checked_at := null;
    v_new.proved_at := null;
    v_new.lost_at := null;
  end if;
  if args->>'status' = 'active' and v_new.hostname is not null and (v_new.proved_at is null or v_new.proof_error is not null) then
    perform app.fail(409, 'INVALID_STATE', format('The host %s is not proved. Call POST /admin/routes/%s/verify.',
      v_new.hostname, v_new.id));
  end if;
  v_new.status := coalesce(args->>'status', v_new.status);
  -- By the operator, whatever became of its proof.
  if args->>'status' = 'disabled' then v_new.lost_at := null; end if;
  return app.route_shown(app.route_save(v_old, v_new));
end $$;
comment on function platform.route_update is 'Changes a route';
