create or replace function platform.tenant_restore(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.restore_past(args);
end $$;
comment on function platform.tenant_restore is 'Begins a restore of records of a tenant as they were';
