create or replace function app.run_dry(p_tenant text, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_answer json;
begin
  v_answer := app.dispatch(p_tenant, p_operation, args);
  -- A wrong code stays counted: who tries codes does not try for nothing.
  if v_answer->'$refuse'->>'status' in ('401', '429')
    and v_answer->'$refuse'->>'code' <> 'MFA_REQUIRED' then return v_answer; end if;
  raise exception using errcode = 'DRYRN', message = 'a dry run ends here';
exception when sqlstate 'DRYRN' then
  return v_answer;
end $$;
comment on function app.run_dry is
  'Does an operation, keeps its answer, and undoes all that it has done, but for what '
  'a refusal of a sign-in has to remember';
