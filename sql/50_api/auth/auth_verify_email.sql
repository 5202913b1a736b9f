create or replace function api.auth_verify_email(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_proof app.auth_tokens := app.auth_proof_take(tenant, '{signup,email_change}', args);
  v_user app.users;
begin
  if v_proof.token_hash is null then return app.auth_refuse(); end if;
  v_user := case v_proof.type when 'email_change' then app.address_changed(v_proof)
    else app.auth_proven(v_proof) end;
  if v_user.id is null then return app.auth_refuse(); end if;
  return json_build_object('email_verified', not v_proof.data ? 'both');
end $$;
comment on function api.auth_verify_email is 'Confirm an email address with the token of its link';
