create or replace function app.search_ids(
  p_tenant text, p_object_type_id text, p_query tsquery, p_limit integer, p_is_ranked boolean,
  out ids text[], out ranks real[])
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
begin
  -- Past row-level security, under which @@ cannot use the index: it only answers for the tenant of
  -- the caller, and only with ids.
  if p_tenant is distinct from current_setting('app.tenant_id') then return; end if;
  if not p_is_ranked then
    ids := array(
      select s.object_id from app.object_search s
      where s.tenant_id = p_tenant collate "ucs_basic"
        and s.object_type_id = p_object_type_id collate "ucs_basic" and s.document @@ p_query
      limit p_limit);
    return;
  end if;
  select array_agg(r.object_id order by r.rank desc, r.object_id desc),
    array_agg(r.rank order by r.rank desc, r.object_id desc)
  into ids, ranks
  from (
    select s.object_id, ts_rank(s.document, p_query) as rank from app.object_search s
    where s.tenant_id = p_tenant collate "ucs_basic"
        and s.object_type_id = p_object_type_id collate "ucs_basic" and s.document @@ p_query
    limit p_limit) r;
end $$;
comment on function app.search_ids is
  'The ids of up to p_limit live objects that match a full text query; ranked: the best first, '
  'with their ranks';
