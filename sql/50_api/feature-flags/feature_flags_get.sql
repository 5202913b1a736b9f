create or replace function api.feature_flags_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return json_build_object('flags',
    app.flags_of(tenant, coalesce(app.principal()->>'type', 'public') = 'public'));
end $$;
comment on function api.feature_flags_get is 'Get the feature flags of your tenant';
