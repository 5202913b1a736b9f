create or replace function gateway.platform_refused(refusal jsonb)
returns void
language plpgsql as $$
declare v_set text;
begin
  v_set := set_config('role', 'insula_platform', true);
  perform app.platform_audit_refusal(refusal);
end $$;
comment on function gateway.platform_refused is
  'Notes that a call was refused to a platform key: see app.platform_audit_refusal';
