create or replace function api.identity_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_account jsonb := args->'account';
begin
  return app.identity_json(app.identity_link(v_user, args->>'provider', v_account->>'subject',
    v_account->>'email', v_account->'data'));
end $$;
comment on function api.identity_link is 'Link an account elsewhere, to sign in with it too';
