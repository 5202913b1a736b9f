create or replace function platform.tenant_clone(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_now timestamptz := clock_timestamp();
  v_options jsonb := app.jsonb_pick(args, '{name,slug,data,files,mask,outbound,journal}');
  v_restore app.restores;
  v_done text;
begin
  perform app.shard_room_check();
  perform app.slug_free_check(args->>'slug');
  if args ? 'expires_in_days' then
    v_options := v_options || jsonb_build_object('expires_at',
      v_now + make_interval(days => (args->>'expires_in_days')::integer));
  end if;
  v_restore := app.restore_add('clone', 'tenant', jsonb_build_object(
    'source_tenant', v_tenant.tenant_id, 'options', v_options), 'tenant_clone', v_tenant.tenant_id);
  v_done := app.journal_write(v_tenant.tenant_id, 'tenant.cloned', 'tenant', v_tenant.tenant_id, app.restore_json(v_restore));
  return app.restore_json(v_restore);
end $$;
comment on function platform.tenant_clone is 'Copy a tenant';
