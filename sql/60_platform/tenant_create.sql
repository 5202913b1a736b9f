create or replace function platform.tenant_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_id text := app.new_id('ten');
  v_tenant app.tenants;
  v_created record;
  v_owner app.users;
begin
  perform set_config('app.tenant_id', v_id, true);
  insert into app.tenants (tenant_id, name, slug, owner_email, plan_tier, region, limits, metadata)
  values (v_id, args->>'name', app.tenant_slug(v_id, args->>'slug', args->>'name'),
    lower(args->>'owner_email'), coalesce(args->>'plan_tier', 'unlimited'), args->>'region',
    coalesce(args->'limits', '{}'), coalesce(args->'metadata', '{}'))
  returning * into v_tenant;
  v_created := app.key_create(v_id, '{"label":"First key","scopes":["*"]}');
  perform app.journal_write(v_id, 'tenant.created', 'tenant', v_id, app.tenant_json(v_tenant));
  perform app.journal_write(
    v_id, 'key.created', 'key', (v_created.key).id, app.key_json(v_created.key));
  v_owner := app.owner_add(v_tenant, args->'made'->>'password_hash');
  return json_build_object('tenant', app.tenant_json(v_tenant), 'owner_user',
    case when v_owner.id is not null then app.user_json(v_owner) end,
    'key', app.key_json(v_created.key), 'token', v_created.token);
end $$;
comment on function platform.tenant_create is 'Create a tenant with its first API key, and its owner';
