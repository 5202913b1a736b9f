create or replace function app.ids_containing(
  p_tenant text, p_kind text, p_text text, p_limit integer)
returns text[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
-- Nor all of another index, which would take it for a table.
set enable_indexscan = off set enable_indexonlyscan = off as $$
declare v_part text := app.like_part(p_text);
begin
  -- Past row-level security, under which LIKE cannot use an index: it only answers for the tenant
  -- of the caller, and only with ids.
  if p_tenant is distinct from current_setting('app.tenant_id')
    or (length(p_text) >= 3) is not true then
    return null;
  end if;
  if p_kind = 'user' then
    return array(
      select u.id from app.users u
      where u.tenant_id = p_tenant collate "ucs_basic"
        and (coalesce(u.email, '') || E'\x01' || coalesce(u.phone, '') || E'\x01'
          || coalesce(u.user_metadata->>'name', '')) collate "default" ilike v_part
      limit p_limit);
  elsif p_kind = 'short_url' then
    return array(
      select s.id from app.short_urls s
      where s.tenant_id = p_tenant collate "ucs_basic"
        and (s.slug || ' ' || coalesce(s.title || ' ', '') || coalesce(s.url, ''))
          collate "default" ilike v_part
      limit p_limit);
  elsif p_kind = 'comment' then
    return array(
      select c.id from app.comments c
      where c.tenant_id = p_tenant collate "ucs_basic"
        and c.body collate "default" ilike v_part
      limit p_limit);
  end if;
  return array(
    select f.id from app.files f
    where f.tenant_id = p_tenant collate "ucs_basic" and f.filename ilike v_part
    limit p_limit);
end $$;
comment on function app.ids_containing is
  'The ids of up to p_limit users, short URLs, comments or files that hold a text, in no order; null for a text '
  'of less than three characters, which the index cannot find';
