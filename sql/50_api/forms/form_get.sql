create or replace function api.form_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.form_json(app.form_find(tenant, args->>'form_id'), args)
$$;
comment on function api.form_get is 'Returns a form';
