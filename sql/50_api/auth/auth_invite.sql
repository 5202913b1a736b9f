create or replace function api.auth_invite(tenant text, args jsonb)
returns json
language sql volatile as $$
  select api.user_invite(tenant, args)
$$;
comment on function api.auth_invite is 'Invite a user by email';
