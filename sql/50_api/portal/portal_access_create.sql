create or replace function api.portal_access_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.portal_type(tenant);
  v_target text;
  v_id text := args->>'object_id';
  v_contact json;
  v_token text;
  v_done text;
begin
  if args ? 'user_id' then
    v_id := app.portal_contact_id(v_type, (app.user_find(tenant, args->>'user_id')).email);
  end if;
  v_contact := app.portal_contact(tenant, v_type.id, v_id);
  if v_contact is null then
    perform app.not_found('contact', coalesce(args->>'object_id', args->>'user_id'));
  end if;
  v_target := app.portal_target(tenant, args->>'redirect_to');
  v_token := app.portal_link_create(tenant, v_contact, args->'capabilities',
    make_interval(secs => (args->>'expires_in')::integer));
  v_done := app.journal_write(tenant, 'portal.granted', 'portal', v_id, json_build_object(
    'object_type_id', v_type.id, 'object_id', v_id, 'capabilities', args->'capabilities',
    'expires_in', args->'expires_in'));
  return json_build_object('target', v_target, 'token', v_token);
end $$;
comment on function api.portal_access_create is 'Creates the token of a sign-in link for a contact';
