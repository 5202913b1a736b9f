create or replace function app.journal_after(p_row app.journal)
returns json
language plpgsql stable as $$
declare
  v_after json := p_row.after;
  v_created text;
begin
  -- Rows of 1.0 hold objects whole. A row with any other id has been tampered with; its seal tells.
  if p_row.resource_type <> 'object' or not starts_with(v_after::text, '{"properties":')
    or not pg_input_is_valid(right(p_row.resource_id, 32), 'uuid') then
    return v_after;
  end if;
  -- To the byte as app.object_json shows it in UTC, since the row is sealed as that.
  v_created := coalesce((v_after->'created_at')::text,
    '"' || (to_json(app.id_time(p_row.resource_id) at time zone 'UTC') #>> '{}') || '+00:00"');
  return ('{"id":"' || p_row.resource_id || '","object_type_id":"' || p_row.object_type_id
    || '","tenant_id":"' || p_row.tenant_id || '","properties":' || (v_after->'properties')::text
    || ',"created_at":' || v_created
    || ',"updated_at":' || coalesce((v_after->'updated_at')::text, v_created)
    || ',"created_by":' || coalesce((v_after->'created_by')::text, 'null')
    || ',"version":' || (v_after->'version')::text
    || ',"is_deleted":' || coalesce((v_after->'is_deleted')::text, 'false') || '}')::json;
end $$;
comment on function app.journal_after is
  'The record after the change that a row of the journal tells, as the API shows it; of an object the row keeps less '
  '(app.object_journaled). Null for a record that is gone for good';
