create or replace function app.short_url_is_active(p_link app.short_urls)
returns boolean
language sql stable as $$
  select p_link.is_enabled and coalesce(p_link.expires_at > clock_timestamp(), true)
    and coalesce(p_link.clicks < p_link.max_clicks, true)
$$;
comment on function app.short_url_is_active is
  'Whether a short URL leads to its target now: not switched off, not expired, clicks left';
