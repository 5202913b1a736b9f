create or replace function api.short_url_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.short_url_json(app.short_url_find(tenant, args->>'short_url_id'), args)
$$;
comment on function api.short_url_get is 'Returns a short URL';
