create or replace function app.simulate_scene(
  p_tenant text, args jsonb, out type app.object_types, out stored app.policies[],
  out named app.policies, out wanted app.policies[], out action text)
language plpgsql stable as $$
begin
  if args ? 'policy_id' then
    select * into named from app.policies p
    where p.tenant_id = p_tenant and p.id = args->>'policy_id';
    if not found then perform app.not_found('policy', args->>'policy_id'); end if;
    type := app.object_type_find(p_tenant, named.object_type_id);
  elsif args ? 'object_type_id' then
    type := app.object_type_find(p_tenant, args->>'object_type_id');
  elsif args ? 'policy' and args ? 'sample_data' then
    type := app.simulate_type(p_tenant, args->'policy', args->'sample_data');
  else
    perform app.invalid('policy', 'required',
      'is missing: send policy and sample_data, or name policy_id or object_type_id');
  end if;
  stored := array(
    select row(p.*)::app.policies as p from app.policies p where p.tenant_id = p_tenant
      and p.object_type_id = type.id);
  wanted := stored;
  if args ? 'policy' or named.id is not null then
    named.action := coalesce(named.action, 'select');
    named := app.policy_merge(type, named, coalesce(args->'policy', '{}'), 'policy.');
    named.id := coalesce(named.id, 'pol_simulated');
    named.is_enabled := coalesce((args->'policy'->>'enabled')::boolean, true);
    wanted := array(select p from unnest(stored) p where p.id <> named.id) || named;
  end if;
  action := coalesce(args->>'action', nullif(named.action, 'all'), 'select');
end $$;
comment on function app.simulate_scene is
  'Returns what a simulation is about: the type, its policies as they are and as they are wanted, '
  'the policy that is tried (if one is), and the action';
