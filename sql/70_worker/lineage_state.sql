create or replace function worker.lineage_state()
returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  return app.lineage_state();
end $$;
comment on function worker.lineage_state is
  'Whether a connection may be used: app.lineage_state, which a process asks for at the beginning of each';
