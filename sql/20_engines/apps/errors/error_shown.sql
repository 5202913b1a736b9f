create or replace function app.error_shown(p_error app.error_groups)
returns jsonb
language sql stable as $$
  select app.error_json(p_error)::jsonb || jsonb_build_object('tenant_id', p_error.tenant_id)
$$;
comment on function app.error_shown is 'An error as the operator sees it: with the tenant whose application reported it';
