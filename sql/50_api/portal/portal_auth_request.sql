create or replace function api.portal_auth_request(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_email text := lower(args->>'email');
  v_type app.object_types := app.portal_open(tenant);
  v_target text := app.portal_target(tenant, args->>'redirect_to');
  v_refusal json := app.messages_spend(tenant);
  v_contact json;
  v_token text;
begin
  if args->>'object_type_id' not in (v_type.id, v_type.name) then
    perform app.invalid('object_type_id', 'unknown_type', 'must be the object type of the portal, or left out');
  end if;
  if v_refusal is not null then return v_refusal; end if;
  if app.message_wait(tenant, v_email) is null then
    v_contact := app.portal_contact(tenant, v_type.id, app.portal_contact_id(v_type, v_email));
    v_token := app.portal_link_create(tenant, v_contact, '[]', interval '15 minutes');
    if v_contact is not null then
      perform app.message_send(tenant, 'email', v_email, 'portal',
        jsonb_build_object('token', v_token, 'redirect_to', v_target));
    else
      -- A link that leads nowhere costs the same.
      perform app.message_take(tenant, 'portal', array[v_email]);
    end if;
  end if;
  return json_build_object('message', 'If this address is known here, a link is on its way to it.');
end $$;
comment on function api.portal_auth_request is 'Queues the mail with a contact''s link to the portal';
