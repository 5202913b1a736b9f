create or replace function auth.diff_tenant(p_id text)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select d.tenant_id from app.diffs d where d.id = p_id);
end $$;
comment on function auth.diff_tenant is
  'Returns the tenant that a comparison is about, for the operator, who only knows its id; null for none. As its owner, like '
  'auth.ticket_tenant';
