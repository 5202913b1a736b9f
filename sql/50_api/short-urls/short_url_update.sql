create or replace function api.short_url_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.short_urls := app.short_url_lock(tenant, args->>'short_url_id');
  v_new app.short_urls := app.short_url_merge(v_old, args);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.short_url_json(v_old, args); end if;
  v_new.updated_at := clock_timestamp();
  v_new := app.short_url_save(v_old, v_new);
  v_done := app.journal_short_url('short_url.updated', v_old, v_new, args);
  return app.short_url_json(v_new, args);
end $$;
comment on function api.short_url_update is 'Changes a short URL';
