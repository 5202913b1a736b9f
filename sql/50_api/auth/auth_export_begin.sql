create or replace function api.auth_export_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_again interval := '1 hour';
  v_user_id text := app.principal()->>'user_id';
  v_last timestamptz;
begin
  update app.users u set exported_at = v_now
  where u.tenant_id = tenant and u.id = v_user_id
    and (u.exported_at is null or u.exported_at <= v_now - v_again);
  if found then return 'true'; end if;
  v_last := (app.user_find(tenant, v_user_id)).exported_at;
  return app.too_many('RATE_LIMITED', 'Your data was already exported within the last hour.',
    greatest(1, ceil(extract(epoch from v_last + v_again - v_now)))::integer);
end $$;
comment on function api.auth_export_begin is
  'Takes the one export of an hour: of many at once one gets it';
