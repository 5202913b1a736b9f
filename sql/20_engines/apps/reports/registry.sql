create or replace function app.registry_reports()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "saved_reports": {"snapshot": "in", "kind": "reports", "unmasked": ["name", "description", "config_json"], "schema": true, "ids": "rep",
      "events": {"report": "data"}, "plugin_part": "reports", "columns": {
      "config_json": {"names": "object_type", "purge": "keep", "at": "object_type_id", "counts_as": "report", "nth": 12},
      "created_by": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"reports": "app.report_json(row(r.*)::app.saved_reports)"}},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "job_id": {"names": "job"}}},
    "report_runs": {"snapshot": "in", "erase": "values", "mask": "drop", "ids": "run", "events": {"report_run": {"noun": "report", "needs": "data", "judged": "always",
        "shown": "app.acts_alone(p_row.actor->>'id')"}}, "columns": {
      "report_id": {"names": "report"},
      "ran_by": {"names": "actor", "merge": "move", "remove": "keep",
        "export": {"report_runs": "app.report_run_own_json(row(r.*)::app.report_runs)"}},
      "result": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_reports is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
