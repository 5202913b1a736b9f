--! Previous: sha1:9a7a50db7feca1c948af150dcac625a8dea27658
--! Hash: sha1:d59a7f597791436f84706a4c0467bd384c4c605c
--! Message: say the data model plainly

-- The data model page is made from these comments.
comment on table app.auth_tokens is
  'The secrets of mails and texts that were sent: the token of a link and a 6-digit code, both as sha256, both for '
  'single use. A new pair replaces the one before it';
comment on table app.causation_budgets is
  'How much has followed from a request, a firing or an event from outside (root), as far as it is committed: see '
  'app.budget_take. One row per chain that has caused anything, kept for a day';
comment on table app.dead_letters is
  'Work that was given up after its last attempt, to be looked at, tried again or thrown away';
comment on column app.automations.actor is
  'The user or key that last set a part of it, {type, id}: with run_as system it acts as them, with the rights they have '
  'when it runs';
comment on column app.automations.authors is
  'The user or key that last wrote each part, {actions, trigger: [{type, id}]}: a run has no more rights than each of them';
comment on column app.event_subscriptions.conditions is
  'Filters over the event (app.json_filter), compiled again whenever events are matched';
comment on column app.event_subscriptions.since_at is
  'The moment of since: later events are heard even where transaction numbers started again, as after restoring a dump';
comment on column app.function_runs.authors is
  'The authors of the parts of the function that it runs, [{type, id}]; null until the function is opened';
comment on column app.function_versions.authors is
  'The authors of the code, [{type, id}]: several, where one of them went back to the code of another';
comment on column app.functions.actor is
  'The user or key that last set a part of it, {type, id}: when an event or its schedule starts it, it acts as them, with '
  'the rights they have when it runs';
comment on column app.functions.authors is
  'The user or key that last wrote each part, {code, env, hosts, trigger: [{type, id}]}: a run has no more rights than each '
  'of them';
comment on column app.imports.principal_id is
  'The user or key that made it: where policies limit callers, they do not see the imports of others';
comment on column app.journal.pending is
  'Whether anything may want to act on this row: the dispatcher of the worker will look at it';
comment on column app.journal.causation_depth is
  'How many automations, functions or webhooks stand between this event and a call from outside: ends loops';
comment on column app.journal.root is
  'The start of the chain that this event belongs to: a request, a firing or an event from outside; kept at least where '
  'something may act on the row';
comment on table app.recovery_codes is
  'Single-use codes for users who have lost their second factor, as sha256';
comment on column app.scheduled_jobs.actor is
  'The user or key that set what it does, {type, id}: it acts with the rights they have when it runs';
comment on column app.scheduled_jobs.authors is
  'The authors of what it does, {action: [{type, id}]}: a run has no more rights than each of them';
comment on column app.webhook_deliveries.root is
  'The chain whose budget the receiver uses when it calls back: app.causation_budgets';
comment on column app.webhooks.authors is
  'The authors of what it hears and where that goes, {events, target: [{type, id}]}: it is told of nothing that one of them '
  'may not see; {} where they are not known';
comment on table app.work is
  'The queue: deliveries and runs that have not ended, by the id of their record. Small, whatever their logs hold';
