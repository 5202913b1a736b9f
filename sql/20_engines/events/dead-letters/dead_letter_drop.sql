create or replace function app.dead_letter_drop(p_tenant text, p_id text)
returns json
language plpgsql volatile as $$
declare v_letter app.dead_letters := app.dead_letter_lock(p_tenant, p_id);
begin
  if v_letter.status = 'dead' then
    update app.dead_letters d set status = 'discarded'
    where d.tenant_id = p_tenant and d.id = v_letter.id returning * into v_letter;
    if v_letter.source = 'email' then
      -- Its message may hold a token.
      update app.messages m set variables = '{}'
      where m.tenant_id = p_tenant and m.id = v_letter.record_id and m.status = 'failed';
      delete from app.message_attachments a
      where a.tenant_id = p_tenant and a.message_id = v_letter.record_id;
    end if;
    perform app.dead_letter_event(p_tenant, 'dead_letter.discarded', v_letter);
  end if;
  return '{"discarded": true}';
end $$;
comment on function app.dead_letter_drop is 'Discards a dead letter: for the tenant and for the operator';
