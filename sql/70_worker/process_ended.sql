create or replace function worker.process_ended(p_process text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.worker_processes w where w.process_id = p_process;
end $$;
comment on function worker.process_ended is 'Says that a process of the worker has stopped as it was told to';
