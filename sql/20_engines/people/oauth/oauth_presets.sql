create or replace function app.oauth_presets()
returns jsonb
language sql immutable as $$
  select '{
    "google": {"name": "Google", "issuer": "https://accounts.google.com",
      "scopes": ["openid", "email", "profile"]},
    "apple": {"name": "Apple", "issuer": "https://appleid.apple.com",
      "scopes": ["openid", "name", "email"], "response_mode": "form_post",
      "token_endpoint_auth_method": "client_secret_post"},
    "microsoft": {"name": "Microsoft", "issuer": "https://login.microsoftonline.com/common/v2.0",
      "scopes": ["openid", "email", "profile"], "email_verified": "xms_edov",
      "token_endpoint_auth_method": "client_secret_post"},
    "gitlab": {"name": "GitLab", "issuer": "https://gitlab.com",
      "scopes": ["openid", "email", "profile"]},
    "linkedin": {"name": "LinkedIn", "issuer": "https://www.linkedin.com/oauth",
      "scopes": ["openid", "email", "profile"], "has_nonce": false,
      "token_endpoint_auth_method": "client_secret_post"},
    "slack": {"name": "Slack", "issuer": "https://slack.com",
      "scopes": ["openid", "email", "profile"],
      "token_endpoint_auth_method": "client_secret_post"},
    "twitch": {"name": "Twitch", "issuer": "https://id.twitch.tv/oauth2",
      "scopes": ["openid", "user:read:email"],
      "token_endpoint_auth_method": "client_secret_post",
      "authorization_params": {"claims":
        "{\"id_token\":{\"email\":null,\"email_verified\":null,\"preferred_username\":null}}"}},
    "github": {"name": "GitHub", "scopes": ["read:user", "user:email"],
      "authorization_endpoint": "https://github.com/login/oauth/authorize",
      "token_endpoint": "https://github.com/login/oauth/access_token",
      "userinfo_endpoint": "https://api.github.com/user",
      "emails_endpoint": "https://api.github.com/user/emails",
      "profile": {"subject": "id", "name": "name", "username": "login", "picture": "avatar_url"},
      "token_endpoint_auth_method": "client_secret_post"},
    "discord": {"name": "Discord", "scopes": ["identify", "email"],
      "authorization_endpoint": "https://discord.com/oauth2/authorize",
      "token_endpoint": "https://discord.com/api/oauth2/token",
      "userinfo_endpoint": "https://discord.com/api/users/@me",
      "email_verified": "verified",
      "profile": {"subject": "id", "email": "email", "name": "global_name",
        "username": "username"},
      "token_endpoint_auth_method": "client_secret_post"},
    "facebook": {"name": "Facebook", "scopes": ["public_profile", "email"],
      "authorization_endpoint": "https://www.facebook.com/v23.0/dialog/oauth",
      "token_endpoint": "https://graph.facebook.com/v23.0/oauth/access_token",
      "userinfo_endpoint": "https://graph.facebook.com/v23.0/me?fields=id,name,email",
      "email_verified": true,
      "profile": {"subject": "id", "email": "email", "name": "name"},
      "token_endpoint_auth_method": "client_secret_post"},
    "twitter": {"name": "X", "scopes": ["users.read", "tweet.read", "users.email"],
      "authorization_endpoint": "https://x.com/i/oauth2/authorize",
      "token_endpoint": "https://api.x.com/2/oauth2/token",
      "userinfo_endpoint":
        "https://api.x.com/2/users/me?user.fields=profile_image_url,confirmed_email",
      "email_verified": true,
      "profile": {"subject": "data.id", "email": "data.confirmed_email", "name": "data.name",
        "username": "data.username", "picture": "data.profile_image_url"},
      "token_endpoint_auth_method": "client_secret_basic"},
    "mock": {"name": "Mock", "client_id": "mock", "is_mock": true}
  }'::jsonb
$$;
comment on function app.oauth_presets is
  'Identity providers by name: with an issuer by OpenID Connect, else by their endpoints, with the '
  'place of each field in their profile. email_verified names the claim that says it, or is true '
  'where a provider shows verified emails only. mock is for trying on a local server';
