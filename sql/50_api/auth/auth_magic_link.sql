create or replace function api.auth_magic_link(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_answer json := app.sign_in_message(tenant, 'magiclink', args);
begin
  if v_answer->'$refuse' is not null then return v_answer; end if;
  return json_build_object('message', 'If this address may sign in, a link is on its way to it.');
end $$;
comment on function api.auth_magic_link is 'Mails a sign-in link';
