create or replace function app.association_types_own(p_tenant text)
returns void
language plpgsql volatile as $$
begin
  perform from app.object_types t where t.tenant_id = p_tenant order by t.id for update;
end $$;
comment on function app.association_types_own is
  'Before a change of association types: waits for every write of the tenant that holds an object '
  'type and keeps new ones out, so that associations and their rules never cross';
