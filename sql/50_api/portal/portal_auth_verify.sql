create or replace function api.portal_auth_verify(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_lifetime constant integer := 3600;
  v_type app.object_types := app.portal_open(tenant);
  v_link app.auth_challenges := app.challenge_take(tenant, 'portal', args->>'token');
  v_contact json := app.portal_contact(tenant, v_type.id, v_link.data->>'object_id');
  v_id text := app.new_id('psn');
  v_capabilities text[] := array(select jsonb_array_elements_text(v_link.data->'capabilities'));
  v_now timestamptz := clock_timestamp();
  v_expires timestamptz := v_now + make_interval(secs => v_lifetime);
  v_done text;
begin
  if v_contact is null or v_link.data->>'object_type_id' <> v_type.id then return app.auth_refuse(); end if;
  insert into app.portal_sessions (tenant_id, id, object_type_id, object_id, capabilities, created_at, expires_at)
  values (tenant, v_id, v_type.id, v_contact->>'object_id', v_capabilities, v_now, v_expires);
  v_done := app.journal_write(tenant, 'portal.signed_in', 'portal', v_contact->>'object_id', v_contact);
  return json_build_object('session_id', v_id, 'expires_in', v_lifetime, 'contact', v_contact,
    'capabilities', v_capabilities);
end $$;
comment on function api.portal_auth_verify is
  'Uses up the token of a link and starts a portal session';
