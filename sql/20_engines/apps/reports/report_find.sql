create or replace function app.report_find(p_tenant text, p_id text)
returns app.saved_reports
language plpgsql stable as $$
declare v_report app.saved_reports;
begin
  select * into v_report from app.saved_reports r where r.tenant_id = p_tenant and r.id = p_id;
  if v_report.id is null then perform app.not_found('report', p_id); end if;
  return v_report;
end $$;
comment on function app.report_find is 'A saved report by its id; 404 when there is none';
