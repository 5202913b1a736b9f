create or replace function platform.diff_get(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.diff_json(app.diff_find(args->>'tenant_id', args->>'diff_id'));
end $$;
comment on function platform.diff_get is 'Get a comparison of two tenants';
