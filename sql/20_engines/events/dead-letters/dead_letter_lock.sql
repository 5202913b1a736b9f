create or replace function app.dead_letter_lock(p_tenant text, p_id text)
returns app.dead_letters
language plpgsql volatile as $$
declare v_letter app.dead_letters;
begin
  -- The second caller gets an error at once, instead of waiting for the same.
  select * into v_letter from app.dead_letters d
  where d.tenant_id = p_tenant and d.id = p_id for update skip locked;
  if found and v_letter.status <> 'retrying' then return v_letter; end if;
  if not exists (select 1 from app.dead_letters d where d.tenant_id = p_tenant and d.id = p_id) then
    perform app.not_found('dead_letter', p_id);
  end if;
  perform app.fail(409, 'INVALID_STATE',
    'This message is being retried right now. Check it again later: if the retry fails, it becomes '
    'a dead letter again.');
end $$;
comment on function app.dead_letter_lock is
  'Returns a dead letter to retry or discard, locked: 404, or 409 while someone else does so';
