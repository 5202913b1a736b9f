create or replace function app.user_erasure_begin(p_tenant text, p_user_id text)
returns void
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  insert into app.user_erasures (tenant_id, user_id, requested_at) values (p_tenant, p_user_id, v_now)
  on conflict (tenant_id, user_id) do nothing;
end $$;
comment on function app.user_erasure_begin is
  'Notes that a user is erased, in the transaction that deletes them: worker.user_blank does it';
