create or replace function app.short_url_find(p_tenant text, p_id text)
returns app.short_urls
language plpgsql stable as $$
declare v_link app.short_urls;
begin
  select * into v_link from app.short_urls s where s.tenant_id = p_tenant and s.id = p_id;
  if not found then perform app.not_found('short_url', p_id); end if;
  return v_link;
end $$;
comment on function app.short_url_find is 'A short URL by id, or 404';
