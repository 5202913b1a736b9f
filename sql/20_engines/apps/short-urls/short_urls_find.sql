create or replace function app.short_urls_find(
  p_tenant text, args jsonb, p_ids text[], p_before text, p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_tag text := args->>'tag';
  v_external text := args->>'external_id';
  v_is_active boolean := (args->>'is_active')::boolean;
  v_search text := app.like_part(args->>'search');
begin
  -- Each branch walks the index that serves it, newest first, and ends with the page.
  if p_ids is not null then
    return array(
      select s.id from app.short_urls s
      where s.tenant_id = p_tenant and s.id = any (p_ids) and s.id < p_before
        and (v_tag is null or v_tag = any (s.tags))
        and (v_external is null or s.external_id = v_external)
        and (v_is_active is null or app.short_url_is_active(row(s.*)::app.short_urls) = v_is_active)
        and concat_ws(' ', s.slug, s.title, s.url) ilike v_search
      order by s.id desc limit p_limit);
  elsif v_tag is not null then
    return array(
      select t.short_url_id from app.short_url_tags t cross join lateral (
        select 1 from app.short_urls s
        where s.tenant_id = p_tenant and s.id = t.short_url_id
          and (v_external is null or s.external_id = v_external)
          and (v_is_active is null
            or app.short_url_is_active(row(s.*)::app.short_urls) = v_is_active)
          and (v_search is null or concat_ws(' ', s.slug, s.title, s.url) ilike v_search)
        offset 0) s
      where t.tenant_id = p_tenant and t.tag = v_tag and t.short_url_id < p_before
      order by t.short_url_id desc limit p_limit);
  elsif v_external is not null then
    return array(
      select s.id from app.short_urls s
      where s.tenant_id = p_tenant and s.external_id = v_external and s.id < p_before
        and (v_is_active is null or app.short_url_is_active(row(s.*)::app.short_urls) = v_is_active)
        and (v_search is null or concat_ws(' ', s.slug, s.title, s.url) ilike v_search)
      order by s.id desc limit p_limit);
  elsif not v_is_active then
    return array(
      select s.id from app.short_urls s
      where s.tenant_id = p_tenant and s.id < p_before
        and (not s.is_enabled or s.expires_at is not null or s.max_clicks is not null)
        and not app.short_url_is_active(row(s.*)::app.short_urls)
        and (v_search is null or concat_ws(' ', s.slug, s.title, s.url) ilike v_search)
      order by s.id desc limit p_limit);
  end if;
  return array(
    select s.id from app.short_urls s
    where s.tenant_id = p_tenant and s.id < p_before
      and (v_is_active is null or app.short_url_is_active(row(s.*)::app.short_urls) = v_is_active)
      and (v_search is null or concat_ws(' ', s.slug, s.title, s.url) ilike v_search)
    order by s.id desc limit p_limit);
end $$;
comment on function app.short_urls_find is
  'The ids of up to p_limit short URLs before p_before, newest first, that have the tag, the '
  'external_id, the text and the state that args ask for (among p_ids, where an index has found them)';
