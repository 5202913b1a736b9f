create or replace function api.user_generate_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_manage(tenant, args->>'user_id');
  v_type text := args->>'type';
  v_redirect text := app.redirect_check(tenant, args->>'redirect_to');
  v_recipient text := v_user.email;
  v_made record;
  v_done text;
begin
  if v_type = 'email_change' then
    v_recipient := coalesce(lower(args->>'new_email'), v_user.pending_email);
    if (app.user_by_address(tenant, v_recipient, null)).id is not null then
      perform app.taken('new_email', v_recipient, 'user');
    end if;
  end if;
  if v_recipient is null then
    perform app.fail(409, 'INVALID_STATE', 'This user has no email to which a link could be sent. '
      'Set one first.');
  end if;
  if v_type = 'email_change' and v_user.pending_email is distinct from v_recipient then
    v_user.pending_email := v_recipient;
    v_user := app.user_save(app.user_find(tenant, v_user.id), v_user);
  end if;
  v_made := app.auth_token_create(tenant, v_type, v_user.id, v_recipient, make_interval(
      secs => (app.auth_config(tenant)->'email'->>'otp_expiry')::integer),
    jsonb_strip_nulls(jsonb_build_object('redirect_to', v_redirect,
      'to', case when v_type = 'email_change' then v_recipient end)));
  v_done := app.journal_write(tenant, 'user.link_generated', 'user', v_user.id,
    json_build_object('id', v_user.id, 'email', v_recipient, 'type', v_type));
  return json_build_object('token', v_made.token, 'email_otp', v_made.otp,
    'hashed_token', encode(sha256(convert_to(v_made.token, 'UTF8')), 'hex'),
    'verification_type', v_type, 'redirect_to', v_redirect);
end $$;
comment on function api.user_generate_link is 'Creates the token of a mail without sending it';
