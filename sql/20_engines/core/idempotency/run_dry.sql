create or replace function app.run_dry(p_tenant text, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_answer json;
begin
  v_answer := app.dispatch(p_tenant, p_operation, args);
  raise exception using errcode = 'DRYRN', message = 'a dry run ends here';
exception when sqlstate 'DRYRN' then
  return v_answer;
end $$;
comment on function app.run_dry is
  'Does an operation, keeps its answer, and undoes all that it has done';
