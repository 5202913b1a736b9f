create or replace function app.ai_provider_trusted(p_provider app.ai_providers)
returns void
language plpgsql stable as $$
declare
  v_author jsonb;
  v_party jsonb;
begin
  for v_author in select jsonb_array_elements(app.authors_all(p_provider.authors)) loop
    v_party := app.party(p_provider.tenant_id, v_author);
    if v_party is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
    perform app.party_check(v_party, 'read', 'objects:read');
  end loop;
end $$;
comment on function app.ai_provider_trusted is
  'Refuses with 403 a default AI provider when one of the authors of its address may not read: '
  'questions hold data that was read, and its model reads with the rights of the caller';
