create or replace function api.email_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := args->>'email_id';
  v_message app.messages;
begin
  select * into v_message from app.messages m
  where m.tenant_id = tenant and m.id = v_id;
  if not found then perform app.not_found('email', v_id); end if;
  return (app.message_json(v_message)::jsonb || jsonb_build_object(
    'text', case when v_message.status = 'stored' then v_message.text end,
    'html', case when v_message.status = 'stored' then v_message.html end))::json;
end $$;
comment on function api.email_get is 'Get a mail or text message';
