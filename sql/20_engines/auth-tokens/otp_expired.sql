create or replace function app.otp_expired()
returns json
language sql stable as $$
  select app.refuse(401, 'OTP_EXPIRED', 'The code is wrong, used or over. Ask for a new one.')
$$;
comment on function app.otp_expired is 'The refusal of a code; the try stays counted';
