create or replace function app.passkey_descriptors(p_tenant text, p_user_id text)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', p.credential_id, 'transports', p.transports)
    order by p.id), '[]')
  from app.passkeys p where p.tenant_id = p_tenant and p.user_id = p_user_id
$$;
comment on function app.passkey_descriptors is
  'The passkeys of a user as browsers are told them: [{id, transports}]';
