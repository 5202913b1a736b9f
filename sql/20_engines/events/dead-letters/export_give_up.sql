create or replace function app.export_give_up(p_export app.exports)
returns void
language plpgsql volatile as $$
begin
  -- A refusal of the request itself is no better at the next attempt.
  if p_export.error->>'code' not in ('INTERNAL_ERROR', 'TIMEOUT') then return; end if;
  perform app.dead_letter_add(p_export.tenant_id, 'export', p_export.object_type_id, p_export.id,
    'export', p_export.request, p_export.error->>'message', 3, 3, p_export.started_at);
end $$;
comment on function app.export_give_up is
  'An export that has failed at each attempt becomes a dead letter; one that was refused does not';
