create or replace function app.association_ends_hold(
  p_key app.associations, p_is_exclusive boolean)
returns void
language plpgsql volatile as $$
declare
  v_has_from boolean;
  v_has_to boolean;
  v_policies jsonb;
begin
  -- In the order of app.cascade_lock and app.objects_lock.
  if (p_key.from_type_id, p_key.from_id) < (p_key.to_type_id, p_key.to_id) then
    v_has_from :=
      app.object_hold(p_key.tenant_id, p_key.from_type_id, p_key.from_id, p_is_exclusive);
    v_has_to := app.object_hold(p_key.tenant_id, p_key.to_type_id, p_key.to_id, false);
  else
    v_has_to := app.object_hold(p_key.tenant_id, p_key.to_type_id, p_key.to_id, false);
    v_has_from :=
      app.object_hold(p_key.tenant_id, p_key.from_type_id, p_key.from_id, p_is_exclusive);
  end if;
  if v_has_from and v_has_to and app.policies_bind(app.principal()) then
    v_policies := app.policies_of_caller(p_key.tenant_id);
    v_has_from := app.policies_show(
      v_policies, p_key.tenant_id, p_key.from_type_id, p_key.from_id);
    v_has_to := app.policies_show(v_policies, p_key.tenant_id, p_key.to_type_id, p_key.to_id);
  end if;
  if not v_has_from then perform app.not_found('object', p_key.from_id); end if;
  if not v_has_to then perform app.not_found('object', p_key.to_id); end if;
  perform app.association_allow(p_key);
end $$;
comment on function app.association_ends_hold is
  'Holds both objects of an association, so that neither goes away before the commit; '
  '404 unless both are live and the caller sees both, 403 POLICY_DENIED unless they may update the '
  '"from" object. Exclusive also keeps other such writers of the "from" object out, '
  'for counting its associations';
