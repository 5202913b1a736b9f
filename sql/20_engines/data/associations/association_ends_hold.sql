create or replace function app.association_ends_hold(
  p_key app.associations, p_is_exclusive boolean, p_is_guarded boolean default true)
returns void
language plpgsql volatile as $$
declare
  v_has_from boolean;
  v_has_to boolean;
  v_is_bound boolean := false;
  v_ids text[];
  v_policies jsonb;
begin
  if p_key.from_type_id = p_key.to_type_id and not p_is_exclusive then
    v_ids := array[p_key.from_id, p_key.to_id];
    v_ids := array(
      select o.id from app.objects o
      where o.tenant_id = p_key.tenant_id and o.object_type_id = p_key.from_type_id
        and o.id = any (v_ids) and not o.is_deleted
      order by o.id for key share);
    v_has_from := p_key.from_id = any (v_ids);
    v_has_to := p_key.to_id = any (v_ids);
  -- In the order of app.cascade_lock and app.objects_lock.
  elsif (p_key.from_type_id, p_key.from_id) < (p_key.to_type_id, p_key.to_id) then
    v_has_from :=
      app.object_hold(p_key.tenant_id, p_key.from_type_id, p_key.from_id, p_is_exclusive);
    v_has_to := app.object_hold(p_key.tenant_id, p_key.to_type_id, p_key.to_id, false);
  else
    v_has_to := app.object_hold(p_key.tenant_id, p_key.to_type_id, p_key.to_id, false);
    v_has_from :=
      app.object_hold(p_key.tenant_id, p_key.from_type_id, p_key.from_id, p_is_exclusive);
  end if;
  if v_has_from and v_has_to and p_is_guarded and app.policies_bind(app.principal()) then
    v_is_bound := true;
    v_policies := app.policies_of_caller(p_key.tenant_id);
    v_has_from := app.policies_show(
      v_policies, p_key.tenant_id, p_key.from_type_id, p_key.from_id);
    v_has_to := app.policies_show(v_policies, p_key.tenant_id, p_key.to_type_id, p_key.to_id);
  end if;
  if not v_has_from then perform app.not_found('object', p_key.from_id); end if;
  if not v_has_to then perform app.not_found('object', p_key.to_id); end if;
  if v_is_bound then perform app.association_allow(p_key); end if;
end $$;
comment on function app.association_ends_hold is
  'Holds both objects of an association, so that neither goes away before the commit; '
  '404 unless both are live and the caller sees both, 403 POLICY_DENIED unless they may update the '
  '"from" object. Exclusive also keeps other such writers of the "from" object out, '
  'for counting its associations. Guarded: false where app.association_key says that nothing stands between them';
