create or replace function app.integration_check(p_integration app.integrations, p_made jsonb)
returns void
language plpgsql volatile as $$
declare
  v_item jsonb;
  v_at text;
  v_number integer := 0;
begin
  if not (p_made->'directions' ? p_integration.sync_direction) then
    perform app.invalid('sync_direction', 'not_supported', format('the provider %s, configured like this, supports: %s',
      p_integration.provider, (select string_agg(d, ', ') from jsonb_array_elements_text(p_made->'directions') d)));
  end if;
  for v_item in select i from jsonb_array_elements(p_integration.mapping) i loop
    v_at := format('mapping[%s]', v_number);
    v_number := v_number + 1;
    if v_item->>'to' in ('id', 'tenant_id', 'object_type_id', 'created_at', 'updated_at', 'created_by', 'version',
      'is_deleted') then
      perform app.invalid(v_at || '.to', 'system_field', format('%s is set by the system and cannot be mapped to. '
        'Choose another property', v_item->>'to'));
    elsif exists (
      select 1 from jsonb_array_elements(p_integration.mapping) with ordinality o(item, n)
      where o.n < v_number and o.item->'to' = v_item->'to') then
      perform app.invalid(v_at || '.to', 'duplicate', format('%s is mapped to already', v_item->>'to'));
    end if;
    perform app.template_check(v_item->'transform', array['value', 'record'], v_at || '.transform');
  end loop;
  if p_integration.conflict = 'newest' and p_integration.modified_from is null then
    perform app.invalid('modified_from', 'required', 'is required for the conflict rule newest: '
      'name the field with the time of change');
  elsif p_integration.sync_direction = 'bidirectional' and p_integration.match_on is null then
    perform app.invalid('match_on', 'required', 'is required for both directions: name the property that matches records to '
      'objects');
  end if;
end $$;
comment on function app.integration_check is
  'Refuses with 400 an integration that could not work: a direction that its provider does not know (made.directions), a mapping to '
  'system fields or twice to one property, a template that is not one';
