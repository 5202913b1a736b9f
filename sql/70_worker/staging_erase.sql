create or replace function worker.staging_erase(p_tenant text, p_source text, p_at timestamptz, p_state jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_most constant integer := 100;
  v_ids text[] := array(select jsonb_array_elements_text(p_state->'ids'));
  v_addresses text[] := array(select jsonb_array_elements_text(p_state->'addresses'));
  v_last text := coalesce(p_state->>'last', '');
  v_user app.users;
  v_next jsonb;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  if v_ids = '{}' then
    -- Those who were there at its moment, or not yet blanked.
    v_ids := array(
      select e.user_id from app.user_erasures e
      where e.tenant_id = p_source and e.user_id > v_last
        and (e.complete_at is null or e.complete_at > p_at or exists (
          select 1 from app.users u where u.tenant_id = p_tenant and u.id = e.user_id))
      order by e.user_id limit v_most);
    if v_ids = '{}' then return null; end if;
    v_addresses := array(
      select distinct a from unnest(v_ids) i cross join lateral unnest(app.user_addresses(p_tenant, i)
        || coalesce((select e.addresses from app.user_erasures e where e.tenant_id = p_source and e.user_id = i), '{}')) a);
    return jsonb_build_object('ids', v_ids, 'addresses', v_addresses, 'last', v_ids[cardinality(v_ids)], 'step', '{}'::jsonb);
  end if;
  v_next := app.erase_step(p_tenant, v_ids, v_addresses, false, p_state->'step');
  if v_next is not null then return p_state || jsonb_build_object('step', v_next); end if;
  for v_user in
    select * from app.users u where u.tenant_id = p_tenant and u.id = any (v_ids) order by u.id
  loop
    -- Before the rest, which would journal it here.
    delete from app.views w where w.tenant_id = p_tenant and w.created_by = v_user.id and w.visibility = 'private';
    perform app.user_remove_rows(v_user, false);
    delete from app.users u where u.tenant_id = p_tenant and u.id = v_user.id;
  end loop;
  return jsonb_build_object('last', v_last);
end $$;
comment on function worker.staging_erase is
  'Removes from a tenant that is being loaded those who were erased from the tenant p_source since p_at, and blanks their values: p_state of the next '
  'call, null when all is done';
