create or replace function app.registry_workflows()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "workflows": {"snapshot": "in", "kind": "workflows",
      "unmasked": ["name", "description", "trigger", "initial_state", "states", "transitions"], "schema": true, "ids": "wf",
      "events": {"workflow": "workflows:manage"}, "plugin_part": "workflows", "columns": {
      "object_type_id": {"names": "object_type", "purge": "app.workflows_drop_type(p_type)", "counts_as": "workflow", "nth": 10},
      "states": {"names": "any", "secret": "calls"},
      "transitions": {"names": "any", "secret": "calls"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "workflow_versions": {"snapshot": "in",
      "unmasked": ["trigger", "initial_state", "states", "transitions"], "schema": true, "columns": {
      "workflow_id": {"names": "workflow"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "states": {"names": "any", "secret": "calls"},
      "transitions": {"names": "any", "secret": "calls"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null}}},
    "workflow_states": {"snapshot": "in", "unmasked": ["name", "state", "transitions"], "schema": true, "columns": {
      "workflow_id": {"names": "workflow"},
      "state": {"names": "any", "secret": "calls"},
      "transitions": {"names": "any", "secret": "calls"}}},
    "workflow_runs": {"snapshot": "in", "erase": "values",
      "mask": {"trigger": "json", "input": "data", "variables": "data", "scope": "data", "actions": "json",
        "steps": "json", "error": "text"}, "unmasked": ["state"], "ids": "wrun", "events": {"workflow_run": {"noun": "workflow", "needs": "workflows:manage", "error": "hidden",
        "shown": ["v_record->>'object_id' is null or app.policies_show(",
          "v_policies, p_row.tenant_id, v_record->>'object_type_id', v_record->>'object_id')"]}}, "columns": {
      "workflow_id": {"names": "workflow"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "object_id": {"names": "object", "type": "object_type_id",
        "purge": "app.workflow_runs_end(p_type.tenant_id, p_type.id, p_ids)"},
      "assignee_role": {"names": "role_name", "rename": "app.workflows_role_rename(p_tenant, p_old, p_new)"},
      "assignee": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"workflow_tasks": "jsonb_build_object('run_id', r.id, 'workflow_id', r.workflow_id, 'status', r.status)"}},
      "actions": {"names": "any", "secret": "calls"},
      "starter": {"names": "actor", "as": "party", "merge": "move", "remove": "keep", "export": null},
      "trigger": {"names": "any"},
      "input": {"names": "any"},
      "scope": {"names": "any"},
      "variables": {"names": "any"},
      "steps": {"names": "any"}}},
    "workflow_history": {"snapshot": "in", "erase": "values",
      "mask": {"comment": "text"}, "unmasked": ["from_state", "to_state", "transition"], "columns": {
      "run_id": {"names": "workflow_run"},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null}}}}$registry$
$$;
comment on function app.registry_workflows is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
