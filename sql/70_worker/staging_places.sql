create or replace function worker.staging_places(p_tenant text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  v_done := app.staging_check(p_tenant);
  perform app.place_raise(p_tenant);
end $$;
comment on function worker.staging_places is
  'Has the places of a tenant that is being loaded go on behind its journal, which has come from elsewhere. No one writes into it '
  'meanwhile';
