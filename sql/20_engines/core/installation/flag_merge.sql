create or replace function app.flag_merge(p_flag app.feature_flags, args jsonb)
returns app.feature_flags
language plpgsql stable as $$
declare v_new app.feature_flags := p_flag;
begin
  v_new.description := coalesce(args->>'description', p_flag.description);
  v_new.is_enabled := coalesce((args->>'is_enabled')::boolean, p_flag.is_enabled);
  v_new.percentage := coalesce((args->>'percentage')::numeric, p_flag.percentage);
  v_new.is_public := coalesce((args->>'is_public')::boolean, p_flag.is_public);
  return v_new;
end $$;
comment on function app.flag_merge is 'A feature flag with the fields of a body put into it';
