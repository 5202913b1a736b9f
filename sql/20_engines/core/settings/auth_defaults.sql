create or replace function app.auth_defaults()
returns jsonb
language sql immutable as $$
  select '{
    "disable_signup": false,
    "email": {"enabled": true, "confirm": false, "double_confirm_changes": false,
      "otp_length": 6, "otp_expiry": 86400},
    "phone": {"enabled": true, "confirm": true, "provider": "webhook", "otp_expiry": 60},
    "anonymous": {"enabled": true},
    "magic_link": {"enabled": true},
    "passkeys": {"enabled": true, "rp_id": null, "rp_name": null, "origins": []},
    "mfa": {"totp": true, "required_roles": []},
    "saml": {"enabled": true},
    "portal": {"enabled": false, "object_type_id": null},
    "oauth": {},
    "site_url": null,
    "redirect_allow_list": [],
    "jwt_expiry": 3600,
    "refresh_reuse_interval": 10,
    "captcha": {"provider": null, "site_key": null},
    "password": {"min_length": 8, "require": [], "hibp": false},
    "default_role": "user",
    "templates": {}
  }'::jsonb
$$;
comment on function app.auth_defaults is 'How users may sign in where the tenant has not said more';
