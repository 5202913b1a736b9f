create or replace function api.key_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_created record;
  v_done text;
begin
  perform app.scopes_check(array(select jsonb_array_elements_text(args->'scopes')));
  if args @> '{"bound_by_policies": false}' then perform app.key_unbound_check(); end if;
  -- Types that are closed to its maker are closed to a key.
  v_created := app.key_create(tenant, args || jsonb_build_object(
    'sees_private', not app.private_binds(app.principal())));
  v_done := app.journal_write(
    tenant, 'key.created', 'key', (v_created.key).id, app.key_json(v_created.key));
  return json_build_object('key', app.key_json(v_created.key), 'token', v_created.token);
end $$;
comment on function api.key_create is 'Create an API key';
