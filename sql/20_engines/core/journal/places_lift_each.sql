create or replace function app.places_lift_each(
  p_now timestamptz, p_restored_to timestamptz, p_line bigint, p_seen bigint, p_pace bigint)
returns integer
language plpgsql volatile as $$
declare
  v_tenants text[] := array(select t.tenant_id from app.tenants t order by t.tenant_id);
  v_tenant text;
  v_shift bigint;
  v_last bigint;
  v_to bigint;
  v_rewinds jsonb;
begin
  foreach v_tenant in array v_tenants loop
    v_last := greatest(
      (select j.xid from app.journal j where j.tenant_id = v_tenant order by j.xid desc, j.id desc limit 1),
      (select s.xid from app.journal_seals s where s.tenant_id = v_tenant
        order by s.xid desc, s.id desc limit 1))::text;
    select t.place_shift, coalesce(t.rewinds, '[]') into v_shift, v_rewinds
    from app.tenants t where t.tenant_id = v_tenant;
    v_to := app.place_lost(v_shift, v_last, p_line, p_seen, p_pace, 0);
    v_rewinds := v_rewinds || jsonb_build_object('from', coalesce(v_last, 0) + 1, 'to', v_to,
      'restored_to', p_restored_to, 'noticed_at', p_now);
    v_shift := v_to + 1;
    update app.tenants t set place_shift = v_shift, rewinds = v_rewinds where t.tenant_id = v_tenant;
  end loop;
  perform app.places_room_check(0);
  return cardinality(v_tenants);
end $$;
comment on function app.places_lift_each is
  'app.places_lift on a cluster, tenant by tenant: how far the numbers of a tenant''s node are, the coordinator does not know, '
  'so the shift alone is above all that was handed out';
