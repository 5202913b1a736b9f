create or replace function worker.diff_origins(p_tenant text, p_kind text, p_ids text[])
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    select json_object_agg(o.id, o.authors) from (
      select a.id::text, coalesce(nullif(jsonb_build_array(a.actor), '[{}]'), '[]') || app.authors_all(a.authors) as authors
      from app.automations a where p_kind = 'automations' and a.tenant_id = p_tenant and a.id = any (p_ids)
      union all
      select f.id::text, coalesce(nullif(jsonb_build_array(f.actor), '[{}]'), '[]') || app.authors_all(f.authors)
      from app.functions f where p_kind = 'functions' and f.tenant_id = p_tenant and f.id = any (p_ids)
      union all
      select j.id::text, coalesce(nullif(jsonb_build_array(j.actor), '[{}]'), '[]') || app.authors_all(j.authors)
      from app.scheduled_jobs j where p_kind = 'jobs' and j.tenant_id = p_tenant and j.id = any (p_ids)
      union all
      select i.id::text, jsonb_build_array(i.actor) || app.authors_all(i.authors)
      from app.integrations i where p_kind = 'integrations' and i.tenant_id = p_tenant and i.id = any (p_ids)
      union all
      select f.id::text, jsonb_build_array(f.actor) || app.authors_all(f.authors)
      from app.forms f where p_kind = 'forms' and f.tenant_id = p_tenant and f.id = any (p_ids)
      union all
      select x.object_type_id::text, jsonb_build_array(x.actor) || app.authors_all(x.authors)
      from app.ai_indexes x where p_kind = 'object_types' and x.tenant_id = p_tenant and x.object_type_id = any (p_ids)
      union all
      select w.id::text, app.authors_all(w.authors)
      from app.webhooks w where p_kind = 'webhooks' and w.tenant_id = p_tenant and w.id = any (p_ids)
      union all
      select w.id::text, app.authors_all(w.authors)
      from app.workflows w where p_kind = 'workflows' and w.tenant_id = p_tenant and w.id = any (p_ids)
      union all
      select p.id::text, app.authors_all(p.authors)
      from app.ai_providers p where p_kind = 'ai_providers' and p.tenant_id = p_tenant and p.id = any (p_ids)
      union all
      select r.id::text, app.authors_all(r.authors)
      from app.saved_reports r where p_kind = 'reports' and r.tenant_id = p_tenant and r.id = any (p_ids)
      union all
      select w.id::text, w.authors
      from app.widgets w where p_kind = 'widgets' and w.tenant_id = p_tenant and w.id = any (p_ids)
      union all
      select d.id::text, d.shared_by
      from app.dashboards d where p_kind = 'dashboards' and d.tenant_id = p_tenant and d.id = any (p_ids)
        and d.shared_by is not null
      union all
      select p.id::text, app.authors_all(p.authors)
      from app.saml_providers p where p_kind = 'saml_providers' and p.tenant_id = p_tenant and p.id = any (p_ids)
      union all
      select 'auth_config', app.authors_all(s.authors)
      from app.tenant_settings s where p_kind = 'auth_config' and s.tenant_id = p_tenant) o);
end $$;
comment on function worker.diff_origins is
  'Those who wrote parts of a kind, by id: [{type, id}], the one as whom it runs first. Null where none are kept';
