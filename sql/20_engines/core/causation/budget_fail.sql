create or replace function app.budget_fail(
  p_what text, p_max integer, p_seconds integer, p_message text,
  p_details jsonb default '{}')
returns void
language plpgsql immutable as $$
begin
  raise exception using errcode = 'PT429', message = p_message,
    detail = jsonb_build_object('code', 'RATE_LIMITED', 'retry_after', p_seconds,
      'details', jsonb_build_object('budget', p_what, 'max', p_max) || p_details)::text;
end $$;
comment on function app.budget_fail is
  '429 RATE_LIMITED for what is beyond a budget, which details name: {budget, max}';
