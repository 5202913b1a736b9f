create or replace function app.shard_tenants()
returns bigint
language plpgsql stable as $$
begin
  return (select count(*) from app.tenants t where t.status <> 'deleted');
end $$;
comment on function app.shard_tenants is 'The number of tenants that live on the shard main; for the operator';
