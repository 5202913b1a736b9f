create or replace function worker.records_digests(p_tenant text, p_kind text, p_after text, p_limit integer)
returns table (id text, type text, object_id text, digest text)
language plpgsql volatile as $$
declare
  v_ids text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  case p_kind
  when 'users' then
    v_ids := array(
      select r.id::text from app.users r where r.tenant_id = p_tenant and r.id > p_after order by r.id limit p_limit);
  when 'files' then
    v_ids := array(
      select r.id::text from app.files r where r.tenant_id = p_tenant and r.id > p_after
        and not r.is_deleted and r.status = 'ready' order by r.id limit p_limit);
  when 'file_collections' then
    v_ids := array(
      select r.id::text from app.file_collections r where r.tenant_id = p_tenant and r.id > p_after order by r.id limit p_limit);
  when 'comments' then
    v_ids := array(
      select r.id::text from app.comments r where r.tenant_id = p_tenant and r.id > p_after
        and not r.is_deleted order by r.id limit p_limit);
  else
    v_ids := worker.records_ids(p_tenant, p_kind, p_after, p_limit);
  end case;
  return query
    select r.id, r.type, r.object_id, md5(r.shown) from worker.records(p_tenant, p_kind, v_ids) r order by r.id collate "C";
end $$;
comment on function worker.records_digests is
  'The next p_limit records of a kind after p_after, in the order of their ids, with a digest of what is compared of them';
