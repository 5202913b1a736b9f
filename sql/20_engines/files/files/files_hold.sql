create or replace function app.files_hold(p_tenant text, p_ids text[])
returns void
language plpgsql volatile as $$
begin
  if p_ids = '{}' then return; end if;
  perform from app.files f where f.tenant_id = p_tenant and f.id = any (p_ids) order by f.id for key share;
end $$;
comment on function app.files_hold is
  'Locks files that a record is about to hold, until it is there for those who would remove them';
