create or replace function app.journal_seal_hash(p_previous bytea, p_row app.journal)
returns bytea
language sql stable as $$
  -- Never change it: seals that are there would no longer fit. Texts and nothing else, so that no
  -- setting and no release of PostgreSQL shows in it; pending changes when the row is dispatched.
  select sha256(coalesce(p_previous, '') || convert_to(json_build_array(
    p_row.tenant_id, p_row.xid::text, p_row.id, p_row.type, p_row.actor::text,
    p_row.resource_type, p_row.resource_id, p_row.object_type_id, p_row.before::text,
    app.journal_after(p_row)::text, array_to_json(p_row.changed)::text, p_row.request_id, p_row.ip,
    p_row.user_agent, app.utc(p_row.created_at))::text, 'UTF8'))
$$;
comment on function app.journal_seal_hash is
  'The seal of a journal row: sha256 of the seal before (nothing for the first) and of the row as '
  'a JSON list of texts';
