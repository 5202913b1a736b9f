create or replace function worker.impersonation_over(p_act jsonb, p_begun timestamptz)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.impersonation_over(p_act, p_begun);
end $$;
comment on function worker.impersonation_over is
  'auth.impersonation_over for the worker, which reads neither platform keys nor the settings of the installation';
