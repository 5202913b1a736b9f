create or replace function api.short_url_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.short_urls;
  v_done text;
begin
  v_new.tenant_id := tenant;
  v_new := app.short_url_merge(v_new, args);
  insert into app.short_urls (tenant_id, id, domain, slug, url, file_id, title, utm, tags,
    external_id, metadata, password_hash, is_enabled, expires_at, expired_url, max_clicks,
    created_by, created_at, updated_at)
  values (tenant, app.new_id('sl'), v_new.domain,
    app.short_url_name(tenant, v_new.domain, v_new.slug), v_new.url, v_new.file_id, v_new.title,
    v_new.utm, v_new.tags, v_new.external_id, v_new.metadata, v_new.password_hash,
    v_new.is_enabled, v_new.expires_at, v_new.expired_url, v_new.max_clicks,
    app.principal()->>'user_id', v_now, v_now)
  returning * into v_new;
  perform app.short_url_tag(v_new);
  v_done := app.journal_short_url('short_url.created', null, v_new, args);
  return app.short_url_json(v_new, args);
end $$;
comment on function api.short_url_create is 'Creates a short URL';
