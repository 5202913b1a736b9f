create or replace function app.invariant_of(
  p_type app.object_types, p_of jsonb, p_path text, p_is_strict boolean)
returns jsonb
language plpgsql stable as $$
declare
  v_other app.object_types;
  v_made jsonb;
  v_filter jsonb;
  v_missing jsonb;
begin
  if p_of ? 'association' then
    perform app.invariant_members_check(p_of, '{association,direction,to_type}', '{filters}', p_path);
    if jsonb_typeof(p_of->'association') <> 'string' or p_of->>'association' !~ '^[a-z0-9_-]{1,100}$' then
      perform app.invalid(p_path || '.association', 'invalid_name', 'must be the name of an association');
    end if;
    if not p_of->>'direction' = any ('{out,in}') then
      perform app.invalid(p_path || '.direction', 'invalid_enum', 'must be out or in');
    end if;
    v_other := app.object_type_find(p_type.tenant_id, p_of->>'to_type', p_path || '.to_type');
    v_made := jsonb_build_object('association', p_of->'association', 'is_out', p_of->>'direction' = 'out',
      'type_id', v_other.id);
  else
    perform app.invariant_members_check(p_of, '{group_by}', '{filters}', p_path);
    v_other := p_type;
    v_made := app.invariant_by(p_type, p_of->'group_by', p_path || '.group_by', p_is_strict)
      || jsonb_build_object('type_id', v_other.id);
  end if;
  v_filter := app.invariant_filter(v_other, p_of->'filters', p_path || '.filters');
  if v_filter is null then return v_made; end if;
  v_missing := to_jsonb(array(
    select n.name from jsonb_array_elements_text(v_filter->'names') n(name)
    where not v_other.definition->n.name ? 'ready'));
  if p_is_strict and v_made ? 'by' and v_missing <> '[]' then
    perform app.invariant_index_refuse(p_path || '.filters', v_missing);
  end if;
  return v_made || v_filter;
end $$;
comment on function app.invariant_of is
  'The objects that an aggregate of a rule is about, checked and with the ids of what it names: at the other end of an association, or '
  'with the same values. 400 names what does not fit';
