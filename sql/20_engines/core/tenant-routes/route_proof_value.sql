create or replace function app.route_proof_value(p_proof text)
returns text
language plpgsql volatile as $$
begin
  return case p_proof when 'TXT' then 'insula-verification=' || auth.random_base62(32)
    when 'HTTP' then auth.random_base62(32) end;
end $$;
comment on function app.route_proof_value is 'Makes the value by which a host is proved; null where nothing has to be';
