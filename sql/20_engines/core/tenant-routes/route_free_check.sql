create or replace function app.route_free_check(p_hostname text, p_tenant text)
returns void
language plpgsql stable as $$
begin
  if auth.host_holder(p_hostname) <> p_tenant then perform app.taken('hostname', p_hostname, 'tenant'); end if;
end $$;
comment on function app.route_free_check is 'Refuses with 409 a host that is the domain of another tenant';
