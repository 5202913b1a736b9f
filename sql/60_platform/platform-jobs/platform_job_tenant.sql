create or replace function platform.platform_job_tenant(args jsonb)
returns json
language plpgsql stable as $$
declare v_id text := args->>'queue_job_id';
begin
  if v_id ~ '^(bak|rst|dif|mig)_' then
    perform app.fail(409, 'INVALID_STATE', format('%s is an operation. Cancel it with POST /admin/%s/:id/cancel, or begin '
      'another one.', v_id, case left(v_id, 3) when 'bak' then 'backups' when 'rst' then 'restores' when 'mig' then 'migrations'
        else 'diffs' end));
  end if;
  if v_id !~ '^ten_[0-9a-f]{32}\.[a-z_]+\..' then perform app.not_found('queue_job', v_id); end if;
  return json_build_object('tenant_id', split_part(v_id, '.', 1));
end $$;
comment on function platform.platform_job_tenant is
  'The tenant of queued work, whose id begins with it; 404, or 409 for operations, which have routes of their own';
