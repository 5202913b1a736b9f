create or replace function app.user_announcements_keep(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
begin
  return array(
    select a.id::text from app.user_announcements a
    where a.tenant_id = p_tenant and a.id = any (p_ids)
    order by a.id for key share);
end $$;
comment on function app.user_announcements_keep is
  'Of some announcements to users those that are still there, locked against deletion until the transaction ends';
