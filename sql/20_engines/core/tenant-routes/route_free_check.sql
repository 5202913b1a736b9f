create or replace function app.route_free_check(p_hostname text, p_tenant text, p_holder text)
returns void
language plpgsql stable as $$
begin
  if p_holder <> p_tenant then perform app.taken('hostname', p_hostname, 'tenant'); end if;
end $$;
comment on function app.route_free_check is
  'Refuses with 409 a host that is the domain of another tenant: auth.host_holder says whose it is (p_holder, or null)';
