create or replace function app.reference_claim(p_tenant text, p_resource text, p_reference text, p_id text, p_request jsonb, p_path text)
returns text
language plpgsql volatile as $$
declare
  v_hash bytea := sha256(convert_to(p_request::text, 'UTF8'));
  v_known app.ledger_references;
begin
  if p_reference is null then return null; end if;
  select * into v_known from app.ledger_references r
  where r.tenant_id = p_tenant and r.resource = p_resource and r.reference = p_reference;
  if not found then
    insert into app.ledger_references (tenant_id, resource, reference, record_id, request_hash)
    values (p_tenant, p_resource, p_reference, p_id, v_hash);
    return null;
  elsif v_known.request_hash <> v_hash then
    perform app.fail(409, 'ALREADY_EXISTS', format('The reference %s belongs to another request.', p_reference),
      jsonb_build_object('id', v_known.record_id, 'field', 'reference', 'value', p_reference), p_path || 'reference');
  end if;
  return v_known.record_id;
end $$;
comment on function app.reference_claim is
  'Claims a reference for a new record, under the lock of the books. The same request again: the id of its record; another: 409';
