create or replace function app.dead_letter_again(p_tenant text, p_id text)
returns json
language plpgsql volatile as $$
declare v_letter app.dead_letters := app.dead_letter_lock(p_tenant, p_id);
begin
  if v_letter.status = 'discarded' then
    perform app.fail(409, 'INVALID_STATE',
      'This message was discarded, and discarded messages cannot be retried.');
  end if;
  if app.dead_letters_retry(p_tenant, array[v_letter.id]) = 0 then
    perform app.fail(409, 'INVALID_STATE', format(
      'This message cannot be retried: the %s %s was deleted, is disabled, or continues by itself. '
      'Enable it, or discard this message.', v_letter.source, v_letter.source_id));
  end if;
  return '{"retried": true}';
end $$;
comment on function app.dead_letter_again is 'Retries a dead letter: for the tenant and for the operator';
