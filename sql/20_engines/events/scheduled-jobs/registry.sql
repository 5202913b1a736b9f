create or replace function app.registry_scheduled_jobs()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "scheduled_jobs": {"snapshot": "in", "kind": "jobs",
      "unmasked": ["name", "description", "cron_expression", "timezone", "action_config", "last_status"], "schema": true, "ids": "job",
      "events": {"job": "scheduled_jobs:manage"}, "plugin_part": "jobs", "columns": {
      "action_config": {"names": "any", "secret": "calls"},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "job_runs": {"snapshot": "in", "erase": "values", "mask": {"output": "data", "error": "text"}, "ids": "jrun", "events": {"job_run": {"noun": "job", "needs": "scheduled_jobs:manage", "error": "hidden"}},
      "expires": {"by": "id", "after": "30 days",
        "only": "r.status not in ('queued', 'running')"}, "columns": {
      "job_id": {"names": "job"},
      "output": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_scheduled_jobs is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
