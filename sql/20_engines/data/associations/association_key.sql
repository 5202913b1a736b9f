create or replace function app.association_key(p_tenant text, args jsonb)
returns app.associations
language plpgsql volatile as $$
declare
  v_from app.object_types;
  v_to app.object_types;
  v_held text[];
  v_key app.associations;
begin
  perform app.association_name_check('association_type', args->>'association_type');
  v_from := app.object_type_find(p_tenant, args->>'from_type');
  v_to := app.object_type_find(p_tenant, args->>'to_type');
  if app.is_type_limited() then perform app.type_permission_check(v_from, 'write'); end if;
  v_held := array[v_from.id, v_to.id];
  v_held := array(
    select t.id from app.object_types t where t.tenant_id = p_tenant and t.id = any (v_held)
    order by t.id for key share);
  if v_from.id <> all (v_held) then
    perform app.object_type_missing(p_tenant, args->>'from_type');
  elsif v_to.id <> all (v_held) then
    perform app.object_type_missing(p_tenant, args->>'to_type');
  end if;

  v_key.tenant_id := p_tenant;
  v_key.association_type := args->>'association_type';
  v_key.from_type_id := v_from.id;
  v_key.from_id := args->>'from_id';
  v_key.to_type_id := v_to.id;
  v_key.to_id := args->>'to_id';
  if v_key.from_id = v_key.to_id and v_key.from_type_id = v_key.to_type_id then
    perform app.invalid('to_id', 'same_object',
      'is the object itself. An association connects two different objects');
  end if;
  return v_key;
end $$;
comment on function app.association_key is
  'Returns the association that {from_type, from_id, association_type, to_type, to_id} name, '
  'without its id; types by id or name, both held for the write, in one order';
