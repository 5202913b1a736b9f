create or replace function worker.key_holder_gone(p_process text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.key_holders h where h.process_id = p_process;
end $$;
comment on function worker.key_holder_gone is 'Says that a process has stopped: it needs to have no key any more';
