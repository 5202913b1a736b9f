create or replace function api.email_report_key(tenant text, args jsonb)
returns json
language sql stable as $$
  select json_build_object('secret', (
    select k.secret from app.email_report_keys k where k.tenant_id = tenant))
$$;
comment on function api.email_report_key is 'The sealed secret of delivery reports, for the API process to check them';
