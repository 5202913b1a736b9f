create or replace function app.sign_up_pending(p_user app.users, args jsonb)
returns json
language sql volatile as $$
  select json_build_object('user', json_build_object('id', app.new_id('usr'),
      'email', lower(args->>'email'), 'phone', args->'phone', 'role', 'user',
      'email_verified', false, 'phone_verified', false,
      'pending_email', null, 'pending_phone', null, 'is_anonymous', false,
      'user_metadata', coalesce(args->'user_metadata', args->'data', '{}'),
      'created_at', now(), 'updated_at', now(), 'last_sign_in_at', null),
    'confirmation_required', true,
    'message', 'Check your messages: the link or the code that we sent completes the sign-up.')
$$;
comment on function app.sign_up_pending is
  'Returns the answer to a sign-up that waits for confirmation, the same for a new and for a '
  'taken address: nothing in it comes from what is stored';
