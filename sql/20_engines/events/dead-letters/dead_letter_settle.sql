create or replace function app.dead_letter_settle(
  p_tenant text, p_source text, p_record_id text)
returns void
language sql volatile as $$
  delete from app.dead_letters d
  where d.tenant_id = p_tenant and d.source = p_source and d.record_id = p_record_id
$$;
comment on function app.dead_letter_settle is
  'Removes the dead letter of work that has succeeded after all';
