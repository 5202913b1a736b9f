create or replace function app.flag_lock(p_key text)
returns app.feature_flags
language plpgsql volatile as $$
declare v_flag app.feature_flags;
begin
  select * into v_flag from app.feature_flags f where f.key = p_key for update;
  if not found then perform app.not_found('feature_flag', p_key); end if;
  return v_flag;
end $$;
comment on function app.flag_lock is 'A feature flag, locked, or 404';
