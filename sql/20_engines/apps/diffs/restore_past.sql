create or replace function app.restore_past(args jsonb)
returns json
language plpgsql volatile as $$
declare v_tenant text := args->>'tenant_id';
begin
  if not exists (
    select 1 from app.tenants t where t.tenant_id = v_tenant and t.status in ('active', 'suspended')) then
    perform app.not_found('tenant', v_tenant);
  end if;
  perform app.past_source_check(args, v_tenant, not coalesce(args->'only', '{}') ? 'resources');
  return app.restore_into(
    args || jsonb_build_object('mode', 'merge', 'target_tenant_id', v_tenant), null);
end $$;
comment on function app.restore_past is
  'Begins a restore of a tenant''s own records as they were at a moment (as_of), or answers the one that is under way: app.restore_into. '
  'Called under the word platform';
