create or replace function app.action_do(
  p_tenant text, p_operation text, p_permission text, p_args jsonb)
returns jsonb
language plpgsql volatile as $$
declare v_given text[];
begin
  -- Only the arguments: null inside of properties removes a value.
  v_given := array(select a.key from jsonb_each(p_args) a where a.value = 'null');
  return app.act(p_tenant, jsonb_build_object('operation', p_operation, 'scope', 'write',
    'permission', p_permission, 'impersonable', true, 'args', p_args - v_given, 'references', '[]'::jsonb))->'data';
end $$;
comment on function app.action_do is
  'Does an operation with the scope write for an action and answers its data; arguments that are '
  'null are left out';
