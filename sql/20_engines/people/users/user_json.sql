create or replace function app.user_json(p_user app.users)
returns json
language sql stable as $$
  select json_build_object('id', p_user.id, 'email', p_user.email, 'phone', p_user.phone,
    'role', p_user.role, 'email_verified', p_user.email_verified_at is not null,
    'phone_verified', p_user.phone_verified_at is not null,
    'pending_email', p_user.pending_email, 'pending_phone', p_user.pending_phone,
    'is_anonymous', p_user.is_anonymous, 'user_metadata', p_user.user_metadata,
    'created_at', p_user.created_at, 'updated_at', p_user.updated_at,
    'last_sign_in_at', p_user.last_sign_in_at)
$$;
comment on function app.user_json is 'A user as the user is shown to himself: AuthUser';
