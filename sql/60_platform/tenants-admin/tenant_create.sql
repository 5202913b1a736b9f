create or replace function platform.tenant_create(args jsonb)
returns json
language plpgsql volatile as $$
declare v_made record := app.tenant_make(args - 'made', args->'made'->>'password_hash', true);
begin
  return json_build_object('tenant', app.tenant_json(v_made.tenant),
    'owner_user',
      case when (v_made.owner).id is not null then app.user_json(v_made.owner) end,
    'key', app.key_json(v_made.key), 'token', v_made.token);
end $$;
comment on function platform.tenant_create is
  'Creates a tenant with its first API key and its owner';
