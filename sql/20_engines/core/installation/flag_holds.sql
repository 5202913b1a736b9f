create or replace function app.flag_holds(p_flag app.feature_flags, p_tenant text, p_features jsonb)
returns boolean
language sql stable as $$
  select case p_features->p_flag.key when 'true' then true when 'false' then false
    else p_flag.is_enabled and app.flag_bucket(p_flag.key, p_tenant) < p_flag.percentage end
$$;
comment on function app.flag_holds is
  'Whether a tenant has a feature: as its own features say, otherwise by the flag and its percentage';
