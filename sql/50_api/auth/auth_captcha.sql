create or replace function api.auth_captcha(tenant text, args jsonb)
returns json
language sql stable as $$
  select case when c->>'provider' is not null and c->>'secret' is not null then c end::json
  from (select app.auth_config(tenant)->'captcha') x(c)
$$;
comment on function api.auth_captcha is
  'The captcha that sign-ins have to solve, with its secret as it is stored, or null';
