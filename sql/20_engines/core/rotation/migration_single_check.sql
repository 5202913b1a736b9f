create or replace function app.migration_single_check(p_type text, p_except text default '')
returns void
language plpgsql stable as $$
declare v_id text;
begin
  select m.id into v_id from app.migrations m
  where m.type = p_type and m.status in ('pending', 'running', 'paused') and m.id <> p_except;
  if found then
    perform app.fail(409, 'INVALID_STATE', format(
      'A migration of this type is open already: %s. Wait for its end, or cancel it with POST /admin/migrations/%s/cancel.', v_id, v_id));
  end if;
end $$;
comment on function app.migration_single_check is 'Refuses a second open migration of a type: 409';
