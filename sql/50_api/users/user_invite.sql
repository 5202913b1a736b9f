create or replace function api.user_invite(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_redirect text := app.redirect_check(tenant, args->>'redirect_to');
  v_user app.users := app.user_invite(tenant, args);
begin
  perform app.verification_send(v_user, 'invite', 'email', args);
  return app.user_admin_json(v_user);
end $$;
comment on function api.user_invite is 'Invite a user by email';
