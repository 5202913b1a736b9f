create or replace function app.vector_words_ids(p_tenant text, p_collection text, p_query tsquery, p_limit integer)
returns text[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
begin
  -- Past row-level security, under which @@ cannot use the index: it only answers for the tenant of
  -- the caller, and only with ids.
  if p_tenant is distinct from current_setting('app.tenant_id') then return '{}'; end if;
  return array(
    select r.id
    from (
      select w.id, ts_rank(w.document, p_query) as rank from app.vector_words w
      where w.tenant_id = p_tenant collate "ucs_basic"
        and w.collection = p_collection collate "ucs_basic" and w.document @@ p_query
      limit p_limit) r
    order by r.rank desc, r.id);
end $$;
comment on function app.vector_words_ids is
  'The ids of up to p_limit vectors of a collection whose texts match a full text query, the best first';
