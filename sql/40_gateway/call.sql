create or replace function gateway.call(tenant text, credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
begin
  return gateway.run(tenant, auth.admit(tenant, credential), credential, operation, args);
end $$;
comment on function gateway.call is 'The way of every tenant request: auth.admit, then gateway.run';
