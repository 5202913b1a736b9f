create or replace function app.automation_hear(
  p_tenant text, p_automation_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare
  v_automation app.automations;
  v_rows app.journal[];
  v_hidden text[];
begin
  select * into v_automation from app.automations a
  where a.tenant_id = p_tenant and a.id = p_automation_id and a.is_enabled;
  if not found then return; end if;
  v_hidden := app.listener_hidden(p_tenant, app.authors_all(v_automation.authors));
  -- Events of its own runs would only make it run again.
  v_rows := array(
    select r from unnest(p_rows) r
    where r.resource_type <> all (v_hidden) and (r.resource_type <> 'automation_run'
      or r.after->>'automation_id' is distinct from p_automation_id)
    order by r.id);
  if cardinality(v_rows) = 0 then return; end if;
  perform app.automation_queue(v_automation,
    array(select jsonb_build_object('type', r.type, 'event_id', r.id) from unnest(v_rows) r),
    array(select app.event_json(r)::jsonb from unnest(v_rows) r),
    array(select r.actor::jsonb from unnest(v_rows) r),
    array(select r.causation_depth::integer from unnest(v_rows) r),
    array(select r.root from unnest(v_rows) r),
    app.budget_share(p_tenant, 'runs', array(
      select case when r.causation_depth > 0 then r.root end from unnest(v_rows) r)));
end $$;
comment on function app.automation_hear is
  'Queues a run of an automation for each event that its authors may see';
