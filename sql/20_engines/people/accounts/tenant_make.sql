create or replace function app.tenant_make(
  args jsonb, p_password_hash text, p_is_verified boolean,
  out tenant app.tenants, out owner app.users, out key app.api_keys, out token text)
language plpgsql volatile as $$
declare
  v_id text := current_setting('app.tenant_id');
  v_node text := app.node();
  v_plan text := coalesce(args->>'plan_tier', (app.installation()).default_plan);
  v_created record;
  v_done text;
begin
  perform app.shard_room_take();
  perform app.plan_hold(v_plan);
  insert into app.tenants (tenant_id, name, slug, owner_email, plan_tier, region, limits, metadata,
    place_node)
  values (v_id, args->>'name', app.tenant_slug(v_id, args->>'slug', args->>'name'),
    lower(args->>'owner_email'), coalesce(v_plan, 'unlimited'), args->>'region',
    coalesce(args->'limits', '{}'), coalesce(args->'metadata', '{}'), v_node)
  returning * into tenant;
  v_created := app.key_create(v_id, '{"label":"First key","scopes":["*"]}');
  key := v_created.key;
  token := v_created.token;
  v_done := app.journal_write(v_id, 'tenant.created', 'tenant', v_id, app.tenant_json(tenant));
  v_done := app.journal_write(v_id, 'key.created', 'key', key.id, app.key_json(key));
  owner := app.owner_add(tenant, p_password_hash, p_is_verified);
end $$;
comment on function app.tenant_make is
  'A new tenant {name, slug, owner_email, plan_tier, region, limits, metadata} with its first key, '
  'and its owner when it names an email. The transaction is in it already: see gateway.call_platform_tenant';
