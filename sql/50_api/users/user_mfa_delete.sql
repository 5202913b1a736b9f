create or replace function api.user_mfa_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_user app.users := app.user_manage(tenant, args->>'user_id');
begin
  return app.mfa_remove(tenant, v_user.id, args->>'factor_id');
end $$;
comment on function api.user_mfa_delete is 'Remove a second factor from a user who has lost it';
