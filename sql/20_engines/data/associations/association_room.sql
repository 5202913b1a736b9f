create or replace function app.association_room(p_key app.associations, p_limit integer)
returns void
language plpgsql volatile as $$
declare
  v_hidden text[];
  v_visible text[];
begin
  if (select count(*) < p_limit from (
      select 1 from app.associations a
      where a.tenant_id = p_key.tenant_id and a.from_type_id = p_key.from_type_id
        and a.from_id = p_key.from_id and a.association_type = p_key.association_type
      limit p_limit) one) then
    return;
  end if;

  -- Locked, and only then counted: their other ends may be coming back from the trash.
  v_hidden := array(
    select a.id from app.associations a
    where a.tenant_id = p_key.tenant_id and a.from_type_id = p_key.from_type_id
      and a.from_id = p_key.from_id and a.association_type = p_key.association_type and a.is_hidden
    order by a.id for update);
  v_visible := array(
    select a.id from app.associations a
    where a.tenant_id = p_key.tenant_id and a.from_type_id = p_key.from_type_id
      and a.from_id = p_key.from_id and a.association_type = p_key.association_type
      and not a.is_hidden
    order by a.id desc limit p_limit);
  if cardinality(v_visible) >= p_limit then
    perform app.fail(409, 'INVALID_STATE',
      format('This object already has %s %s; at most %s are allowed. Remove one first.',
        cardinality(v_visible), p_key.association_type, p_limit),
      jsonb_strip_nulls(jsonb_build_object('association_type', p_key.association_type,
        'max', p_limit, 'existing_id', (
          select a.id from app.associations a
          where a.tenant_id = p_key.tenant_id and a.id = v_visible[1] and app.policies_show(
            app.policies_of_caller(a.tenant_id), a.tenant_id, a.to_type_id, a.to_id)))));
  end if;
  perform app.associations_remove(
    p_key.tenant_id, v_hidden[: cardinality(v_visible) + cardinality(v_hidden) - p_limit + 1]);
end $$;
comment on function app.association_room is
  'Refuses with 409 INVALID_STATE when the "from" object has as many associations of a type as it '
  'may. Those to objects in the trash make room, the oldest first. The caller holds the "from" '
  'object exclusively';
