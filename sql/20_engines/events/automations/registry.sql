create or replace function app.registry_automations()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "automations": {"snapshot": "in", "kind": "automations",
      "unmasked": ["name", "description", "trigger_event", "conditions", "actions"], "schema": true, "ids": "auto",
      "events": {"automation": "automations:manage"}, "plugin_part": "automations", "columns": {
      "conditions": {"names": "any"},
      "object_type_id": {"names": "object_type", "purge": "app.automations_drop_type(p_type)",
        "counts_as": "automation", "nth": 8},
      "actions": {"names": "any", "secret": "calls"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "automation_runs": {"snapshot": "in", "erase": "values",
      "mask": {"trigger": "json", "input": "data", "actions": "json", "steps": "json", "variables": "data",
        "principal": "json", "error": "text"}, "ids": "arun", "events": {"automation_run": {"noun": "automation", "needs": "automations:manage", "error": "hidden"}},
      "expires": {"by": "id", "after": "30 days",
        "only": "r.status not in ('queued', 'running')"}, "columns": {
      "automation_id": {"names": "automation"},
      "actions": {"names": "any", "secret": "calls"},
      "principal": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "trigger": {"names": "any"},
      "input": {"names": "any"},
      "steps": {"names": "any"},
      "variables": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_automations is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
