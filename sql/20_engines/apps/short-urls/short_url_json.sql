create or replace function app.short_url_json(p_link app.short_urls, args jsonb)
returns json
language sql stable as $$
  select json_build_object('id', p_link.id, 'slug', p_link.slug,
    'domain', case when p_link.domain = '' then args->>'host' else p_link.domain end,
    'short_url', case when p_link.domain = '' then args->>'base_url'
      else split_part(args->>'base_url', '://', 1) || '://' || p_link.domain end
      || '/s/' || p_link.slug,
    'url', p_link.url, 'file_id', p_link.file_id, 'title', p_link.title, 'utm', p_link.utm,
    'tags', p_link.tags, 'external_id', p_link.external_id, 'metadata', p_link.metadata,
    'has_password', p_link.password_hash is not null, 'expires_at', p_link.expires_at,
    'expired_url', p_link.expired_url, 'max_clicks', p_link.max_clicks,
    'clicks', p_link.clicks + c.clicks,
    'last_clicked_at', greatest(p_link.last_clicked_at, c.clicked_at),
    'is_active', app.short_url_is_active(p_link), 'created_by', p_link.created_by,
    'created_at', p_link.created_at, 'updated_at', p_link.updated_at)
  from app.short_url_pending(p_link.tenant_id, p_link.id) c
$$;
comment on function app.short_url_json is
  'A short URL as the API shows it, with its clicks to the last one; args say where this server is '
  '{base_url, host}';
