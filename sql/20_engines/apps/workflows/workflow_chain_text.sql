create or replace function app.workflow_chain_text()
returns text
language sql immutable as $$
  select 'Five automations, functions or workflows in a row have led to this, so the chain ends here.'
$$;
comment on function app.workflow_chain_text is 'Why a run does not begin that is too deep in a chain';
