create or replace function app.workflow_merge(p_workflow app.workflows, args jsonb)
returns app.workflows
language plpgsql stable as $$
declare
  v_new app.workflows := p_workflow;
  v_part text;
begin
  v_new.name := coalesce(args->>'name', v_new.name);
  if args ? 'description' then v_new.description := args->>'description'; end if;
  if args ? 'object_type_id' then
    v_new.object_type_id := case when args->>'object_type_id' is not null
      then (app.object_type_find(v_new.tenant_id, args->>'object_type_id')).id end;
  end if;
  v_new.trigger := coalesce(args->'trigger', v_new.trigger);
  v_new.initial_state := coalesce(args->>'initial_state', v_new.initial_state);
  v_new.states := coalesce(args->'states', v_new.states);
  v_new.transitions := coalesce(args->'transitions', v_new.transitions);
  -- A part that is sent again, though it says the same, is the sender's from then on.
  foreach v_part in array '{trigger,states,transitions}'::text[] loop
    if not v_new.authors ? v_part or args ? v_part
      or v_part = 'trigger' and args ? 'object_type_id' then
      v_new.authors := app.authors_set(v_new.authors, v_part);
    end if;
  end loop;
  v_new.is_changed := v_new.is_changed
    or args ?| '{object_type_id,trigger,initial_state,states,transitions}';
  return v_new;
end $$;
comment on function app.workflow_merge is
  'A workflow with what a request says of it; whether it works is asked when it is published';
