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
  v_new.id := app.new_id('sl');
  v_new.created_by := app.principal()->>'user_id';
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  v_new := app.short_url_save(null, v_new);
  v_done := app.journal_short_url('short_url.created', null, v_new, args);
  return app.short_url_json(v_new, args);
end $$;
comment on function api.short_url_create is 'Creates a short URL';
