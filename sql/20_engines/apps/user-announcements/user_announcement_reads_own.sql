create or replace function app.user_announcement_reads_own(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
begin
  insert into app.user_announcement_reads (tenant_id, user_id, announcement_id, read_at)
  select r.tenant_id, p_into.id, r.announcement_id, r.read_at
  from app.user_announcement_reads r
  where r.tenant_id = p_from.tenant_id and r.user_id = p_from.id
  on conflict do nothing;
  delete from app.user_announcement_reads r
  where r.tenant_id = p_from.tenant_id and r.user_id = p_from.id;
end $$;
comment on function app.user_announcement_reads_own is
  'Gives one user what another has read; what both have read keeps the moment of the one who stays';
