create or replace function app.recovery_codes_create(p_tenant text, p_user_id text)
returns json
language plpgsql volatile as $$
declare v_codes text[];
begin
  -- 64 random bits each: of the digits of a uuidv4, two are not.
  select array_agg(regexp_replace(left(u, 12) || right(u, 4), '(.{4})(?=.)', '\1-', 'g'))
  into v_codes
  from (select replace(gen_random_uuid()::text, '-', '') from generate_series(1, 10)) x(u);
  delete from app.recovery_codes r where r.tenant_id = p_tenant and r.user_id = p_user_id;
  insert into app.recovery_codes (tenant_id, user_id, code_hash)
  select p_tenant, p_user_id, app.recovery_code_hash(p_user_id, c) from unnest(v_codes) c;
  return to_json(v_codes);
end $$;
comment on function app.recovery_codes_create is
  'Ten new recovery codes in place of those before, which is the only time that they are seen';
