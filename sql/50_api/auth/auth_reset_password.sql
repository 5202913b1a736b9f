create or replace function api.auth_reset_password(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.auth_password_reset(tenant, '{recovery}', args);
end $$;
comment on function api.auth_reset_password is
  'Uses up the token of a link and sets a new password';
