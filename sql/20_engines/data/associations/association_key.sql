create or replace function app.association_key(
  p_tenant text, args jsonb,
  out key app.associations, out from_name text, out to_name text, out is_guarded boolean,
  out is_ruled boolean)
language plpgsql volatile as $$
declare
  v_from text := args->>'from_type';
  v_to text := args->>'to_type';
  v_references text[] := array[v_from, v_to];
  v_type record;
  v_done text;
begin
  v_done := app.association_name_check('association_type', args->>'association_type');
  is_guarded := false;
  is_ruled := false;
  -- No name can be an id: names have no underscore.
  for v_type in
    select t.id, t.name, t.policies, t.user_access, t.invariants from app.object_types t
    where t.tenant_id = p_tenant and (t.id = any (v_references) or t.name = any (v_references))
    order by t.id for key share
  loop
    if v_from in (v_type.id, v_type.name) then
      key.from_type_id := v_type.id;
      from_name := v_type.name;
    end if;
    if v_to in (v_type.id, v_type.name) then
      key.to_type_id := v_type.id;
      to_name := v_type.name;
    end if;
    is_guarded := is_guarded or app.type_is_guarded(v_type.policies, v_type.user_access);
    is_ruled := is_ruled or v_type.invariants is not null;
  end loop;
  if from_name is null then perform app.object_type_missing(p_tenant, v_from); end if;
  if app.is_type_limited() then
    is_guarded := true;
    perform app.object_type_find(p_tenant, v_from);
  end if;
  if to_name is null then perform app.object_type_missing(p_tenant, v_to); end if;
  if app.is_type_limited() then
    perform app.object_type_find(p_tenant, v_to);
    perform app.type_permission_check(app.object_type_find(p_tenant, v_from), 'write');
  end if;

  key.tenant_id := p_tenant;
  key.association_type := args->>'association_type';
  key.from_id := args->>'from_id';
  key.to_id := args->>'to_id';
  if key.from_id = key.to_id and key.from_type_id = key.to_type_id then
    perform app.invalid('to_id', 'same_object',
      'is the object itself. An association connects two different objects');
  end if;
end $$;
comment on function app.association_key is
  'The association that {from_type, from_id, association_type, to_type, to_id} name (key, without its id), the names of '
  'both types, and whether anything may stand between the caller and their objects (is_guarded), and whether rules are about them (is_ruled); types by id or name, '
  'both held for the write, in one order';
