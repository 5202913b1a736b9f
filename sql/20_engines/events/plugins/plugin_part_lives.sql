create or replace function app.plugin_part_lives(p_tenant text, p_kind text, p_id text)
returns boolean
language plpgsql stable as $$
begin
  return case p_kind
    when 'object_types' then exists (
      select 1 from app.object_types x where x.tenant_id = p_tenant and x.id = p_id)
    when 'roles' then exists (select 1 from app.roles x where x.tenant_id = p_tenant and x.id = p_id)
    when 'properties' then exists (
      select 1 from app.properties x where x.tenant_id = p_tenant and x.id = p_id)
    when 'association_types' then exists (
      select 1 from app.association_types x where x.tenant_id = p_tenant and x.id = p_id)
    when 'policies' then exists (
      select 1 from app.policies x where x.tenant_id = p_tenant and x.id = p_id)
    when 'views' then exists (select 1 from app.views x where x.tenant_id = p_tenant and x.id = p_id)
    when 'email_templates' then exists (
      select 1 from app.email_templates x where x.tenant_id = p_tenant and x.id = p_id)
    when 'functions' then exists (
      select 1 from app.functions x where x.tenant_id = p_tenant and x.id = p_id)
    when 'workflows' then exists (
      select 1 from app.workflows x where x.tenant_id = p_tenant and x.id = p_id)
    when 'automations' then exists (
      select 1 from app.automations x where x.tenant_id = p_tenant and x.id = p_id)
    when 'webhooks' then exists (
      select 1 from app.webhooks x where x.tenant_id = p_tenant and x.id = p_id)
    when 'forms' then exists (select 1 from app.forms x where x.tenant_id = p_tenant and x.id = p_id)
    when 'dashboards' then exists (
      select 1 from app.dashboards x where x.tenant_id = p_tenant and x.id = p_id)
    when 'widgets' then exists (
      select 1 from app.widgets x where x.tenant_id = p_tenant and x.id = p_id)
    when 'reports' then exists (
      select 1 from app.saved_reports x where x.tenant_id = p_tenant and x.id = p_id)
    when 'jobs' then exists (
      select 1 from app.scheduled_jobs x where x.tenant_id = p_tenant and x.id = p_id) end;
end $$;
comment on function app.plugin_part_lives is
  'Tells whether a part of a plugin still exists: users may have deleted it on their own';
