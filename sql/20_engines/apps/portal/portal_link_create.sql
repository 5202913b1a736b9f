create or replace function app.portal_link_create(
  p_tenant text, p_contact json, p_capabilities jsonb, p_lifetime interval)
returns text
language sql volatile as $$
  select app.challenge_create(p_tenant, 'portal', null, case when p_contact is null then '{}'
    else jsonb_build_object('object_type_id', p_contact->'object_type_id',
      'object_id', p_contact->'object_id', 'capabilities', p_capabilities) end, p_lifetime)
$$;
comment on function app.portal_link_create is
  'A token that signs a contact in once. Of no one (null) it costs the same, and leads nowhere';
