create or replace function app.error_bytes_add(p_tenant text, p_bytes bigint)
returns bigint
language plpgsql volatile as $$
declare v_used bigint;
begin
  insert into app.error_usage as u (tenant_id, sample_bytes) values (p_tenant, greatest(p_bytes, 0))
  on conflict (tenant_id) do update set sample_bytes = greatest(u.sample_bytes + p_bytes, 0)
  returning u.sample_bytes into v_used;
  return v_used;
end $$;
comment on function app.error_bytes_add is
  'Adds to what the samples of a tenant''s errors take, or takes from it, and answers the sum. Its row stays locked until the '
  'transaction ends: reports of a tenant come one after the other here';
