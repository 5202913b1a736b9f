create or replace function app.transaction_step(p_tenant text, p_step jsonb, p_results json[])
returns json
language plpgsql volatile as $$
declare
  v_answer json;
  v_start text;
begin
  if app.principal() ? 'act' and not p_step ? 'impersonable' then perform auth.reject('IMPERSONATED'); end if;
  perform app.act_check(p_step->>'scope', p_step->>'permission');
  v_answer := gateway.dispatch(
    p_step->>'operation', p_tenant, app.references_fill(p_step, p_results));
  -- Only json_build_object spells it so, no jsonb and so no document of a tenant. As the API of 1.0.0 sends steps without
  -- the flags of their rows, they cannot say it; remove in 1.2.
  v_start := left(v_answer::text, 14);
  if v_start = '{"$headers" : ' then
    v_answer := v_answer->'data';
  elsif v_start = '{"$refuse" : {' then
    perform app.refusal_raise(v_answer::jsonb->'$refuse');
  end if;
  return json_build_object('id', p_step->'id', 'status', p_step->'status', 'data', v_answer);
end $$;
comment on function app.transaction_step is
  'One request of a transaction, {id, operation, scope, permission, impersonable, status, args, references}: '
  'its {id, status, data}';
