create or replace function api.saved_report_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(
    (select json_agg(app.report_json(row(r.*)::app.saved_reports) order by r.id desc)
     from (select * from app.saved_reports r where r.tenant_id = tenant
           order by r.id desc limit (args->>'limit')::integer offset (args->>'offset')::integer) r),
    (select count(*) from app.saved_reports r where r.tenant_id = tenant))
$$;
comment on function api.saved_report_list is 'List saved reports, newest first';
