create or replace function api.dead_letter_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := args->>'msg_id';
  v_letter app.dead_letters;
begin
  select * into v_letter from app.dead_letters d where d.tenant_id = tenant and d.id = v_id;
  if not found then perform app.not_found('dead_letter', v_id); end if;
  return app.dead_letter_shown(v_letter);
end $$;
comment on function api.dead_letter_get is 'Get a dead letter, with its payload and error';
