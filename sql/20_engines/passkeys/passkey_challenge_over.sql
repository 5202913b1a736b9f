create or replace function app.passkey_challenge_over()
returns json
language sql stable as $$
  select app.refuse(401, 'OTP_EXPIRED',
    'This challenge is over or was used: each is for one try. Ask for new options.',
    '{"param": "challenge_id"}')
$$;
comment on function app.passkey_challenge_over is 'The refusal of a challenge that is not there';
