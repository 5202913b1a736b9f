create or replace function app.messages_spend(p_tenant text)
returns json
language plpgsql volatile as $$
declare
  v_wait integer := app.counter_take(
    p_tenant, 'messages-from:' || (app.principal()->>'ip'), 30, '1 hour');
begin
  if v_wait is null then return null; end if;
  return app.too_many('RATE_LIMITED',
    '30 messages have been requested from this IP address within an hour.', v_wait);
end $$;
comment on function app.messages_spend is
  'Counts a message that the caller''s address causes, sent or not: null while it may, otherwise '
  'the refusal to answer with';
