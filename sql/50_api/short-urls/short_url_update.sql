create or replace function api.short_url_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.short_urls := app.short_url_lock(tenant, args->>'short_url_id');
  v_new app.short_urls := app.short_url_merge(v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.short_url_json(v_old, args); end if;
  if (v_new.domain, v_new.slug) is distinct from (v_old.domain, v_old.slug) then
    v_new.slug := app.short_url_name(tenant, v_new.domain, v_new.slug);
  end if;
  if v_new.max_clicks is not null and v_old.max_clicks is null then
    v_new.clicks := app.short_url_fold(v_old);
  end if;
  v_now := clock_timestamp();
  update app.short_urls s set domain = v_new.domain, slug = v_new.slug, url = v_new.url,
    file_id = v_new.file_id, title = v_new.title, utm = v_new.utm, tags = v_new.tags,
    external_id = v_new.external_id, metadata = v_new.metadata,
    password_hash = v_new.password_hash, is_enabled = v_new.is_enabled,
    expires_at = v_new.expires_at, expired_url = v_new.expired_url,
    max_clicks = v_new.max_clicks, clicks = v_new.clicks, updated_at = v_now
  where s.tenant_id = tenant and s.id = v_old.id
  returning * into v_new;
  perform app.short_url_tag(v_new);
  v_done := app.journal_short_url('short_url.updated', v_old, v_new, args);
  return app.short_url_json(v_new, args);
end $$;
comment on function api.short_url_update is 'Changes a short URL';
