create or replace function app.transaction_step(p_tenant text, p_step jsonb, p_results json[])
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_held text[] := array(select jsonb_array_elements_text(v_principal->'scopes'));
  v_answer json;
  v_start text;
begin
  if v_principal ? 'permissions' then
    perform app.permission_check(v_principal, p_step->>'permission');
  elsif not app.scope_covers(v_held, p_step->>'scope') then
    perform app.fail(403, 'INSUFFICIENT_SCOPE',
      format('This request needs the scope %s.', p_step->>'scope'),
      jsonb_build_object('required', p_step->>'scope', 'held', v_held));
  end if;
  v_answer := gateway.dispatch(
    p_step->>'operation', p_tenant, app.references_fill(p_step, p_results));
  v_start := left(v_answer::text, 14);
  if v_start = '{"$headers" : ' then
    v_answer := v_answer->'data';
  elsif v_start = '{"$refuse" : {' then
    perform app.refusal_raise(v_answer::jsonb->'$refuse');
  end if;
  return json_build_object('id', p_step->'id', 'status', p_step->'status', 'data', v_answer);
end $$;
comment on function app.transaction_step is
  'One request of a transaction, {id, operation, scope, permission, status, args, references}: '
  'its {id, status, data}';
