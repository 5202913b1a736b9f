create or replace function auth.route_own(p_id text)
returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_source text := case when p_id like 'slug:%' then 'slug' when p_id like 'branding:%' then 'branding' end;
begin
  if v_source = 'slug' and exists (select 1 from app.tenant_slugs s where s.slug = substr(p_id, 6))
    or v_source = 'branding' and exists (select 1 from app.tenant_hosts h where h.host = substr(p_id, 10)) then
    perform app.fail(409, 'INVALID_STATE', format('This route follows from the %s of its tenant, and is changed there.', v_source));
  end if;
  return p_id;
end $$;
comment on function auth.route_own is
  'The id of a route that the operator may change; 409 for one that follows from a tenant. As its owner: row-level security shows what '
  'is in one tenant at a time';
