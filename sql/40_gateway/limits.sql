create or replace function gateway.limits(tenant text, handle text, hash text)
returns json
language plpgsql stable as $$
begin
  return auth.limits(tenant, handle, hash);
end $$;
comment on function gateway.limits is
  'The request rates that the API process holds a key and its tenant to. In PL/pgSQL: what is inlined '
  'into its statement is no call any more that could travel to the tenant''s node';
