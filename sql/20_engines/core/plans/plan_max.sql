create or replace function app.plan_max(p_tenant text, p_limit text)
returns bigint
language plpgsql stable as $$
declare p app.plans := app.plan_held(p_tenant);
begin
  return case p_limit when 'objects' then p.objects when 'storage_bytes' then p.storage_bytes
    when 'object_types' then p.object_types when 'users' then p.users
    when 'webhooks' then p.webhooks when 'functions' then p.functions
    when 'audit_days' then p.audit_days when 'sandboxes' then p.sandboxes end;
end $$;
comment on function app.plan_max is 'One of app.plan_limits, or sandboxes; null: no limit';
