create or replace function app.refusal_raise(p_refusal jsonb)
returns void
language plpgsql immutable as $$
begin
  raise exception using
    errcode = 'PT' || (p_refusal->>'status'),
    message = p_refusal->>'message',
    -- The second step that the token is for could not find what is rolled back.
    detail = (p_refusal - '{status,message,confirm_token}'::text[])::text;
end $$;
comment on function app.refusal_raise is
  'Makes a failure, which rolls back, of a refusal {status, code, message, …} of app.refuse';
