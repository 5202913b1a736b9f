create or replace function app.short_url_pending(
  p_tenant text, p_id text, out clicks bigint, out clicked_at timestamptz)
language sql stable as $$
  select count(*) filter (where not c.is_counted), max(c.clicked_at)
  from app.short_url_clicks c where c.tenant_id = p_tenant and c.short_url_id = p_id
$$;
comment on function app.short_url_pending is
  'The clicks of a short URL that its row does not count yet, those of the last seconds, and the '
  'last of them';
