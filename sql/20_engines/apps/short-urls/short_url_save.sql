create or replace function app.short_url_save(p_old app.short_urls, p_new app.short_urls)
returns app.short_urls
language plpgsql volatile as $$
begin
  if (p_new.domain, p_new.slug) is distinct from (p_old.domain, p_old.slug) then
    p_new.slug := app.short_url_name(p_new.tenant_id, p_new.domain, p_new.slug);
  end if;
  if p_old.id is null then
    insert into app.short_urls (tenant_id, id, domain, slug, url, file_id, title, utm, tags,
      external_id, metadata, password_hash, is_enabled, expires_at, expired_url, max_clicks,
      clicks, last_clicked_at, created_by, created_at, updated_at)
    values (p_new.*);
  else
    if p_new.max_clicks is not null and p_old.max_clicks is null then
      p_new.clicks := app.short_url_fold(p_old);
    end if;
    update app.short_urls s set domain = p_new.domain, slug = p_new.slug, url = p_new.url,
      file_id = p_new.file_id, title = p_new.title, utm = p_new.utm, tags = p_new.tags,
      external_id = p_new.external_id, metadata = p_new.metadata,
      password_hash = p_new.password_hash, is_enabled = p_new.is_enabled,
      expires_at = p_new.expires_at, expired_url = p_new.expired_url,
      max_clicks = p_new.max_clicks, clicks = p_new.clicks, updated_at = p_new.updated_at
    where s.tenant_id = p_new.tenant_id and s.id = p_new.id;
  end if;
  perform app.short_url_tag(p_new);
  return p_new;
end $$;
comment on function app.short_url_save is
  'Stores a short URL, new where p_old is null, under its address and its tags; 409 when any tenant has the address';
