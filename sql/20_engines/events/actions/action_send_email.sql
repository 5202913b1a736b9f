create or replace function app.action_send_email(p_tenant text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_to text[] := app.addresses_once(app.action_texts(p_config, 'to', 50));
  v_stranger text;
  v_variables jsonb := jsonb_strip_nulls(jsonb_build_object(
    'subject', app.action_text(p_config, 'subject', 300),
    'text', app.action_text(p_config, 'text', 100000, false),
    'html', app.action_text(p_config, 'html', 200000, false)));
begin
  perform app.act_check('write', 'email:manage');
  select a into v_stranger from unnest(v_to) a
  where a !~ '^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$' limit 1;
  if found then
    perform app.invalid('config.to', 'not_email',
      format('%s is not an email address', left(v_stranger, 100)));
  elsif not v_variables ?| '{text,html}' then
    perform app.invalid('config.text', 'missing', 'is required unless html is given');
  end if;
  return jsonb_build_object('email_ids', array(
    select app.message_send(p_tenant, 'email', a, 'message', v_variables) from unnest(v_to) a));
end $$;
comment on function app.action_send_email is
  'Performs the action send_email {to, subject, text, html}: queues a separate mail to each '
  'address, with exactly the words that are given';
