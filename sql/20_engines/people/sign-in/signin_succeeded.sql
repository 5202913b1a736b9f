create or replace function app.signin_succeeded(p_tenant text, p_account text)
returns void
language plpgsql volatile as $$
declare
  v_ip text := app.principal()->>'ip';
  v_done text;
begin
  v_done := app.counter_clear(p_tenant, 'signin:' || p_account || ':' || v_ip);
  v_done := app.counter_give_back(p_tenant, 'signin:' || v_ip);
end $$;
comment on function app.signin_succeeded is
  'Takes back what api.auth_signin_begin counted, once the password was right';
