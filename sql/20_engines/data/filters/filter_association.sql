create or replace function app.filter_association(
  p_type app.object_types, p_node jsonb, p_path text, p_depth integer,
  p_is_negated boolean, p_is_conjunct boolean, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_is_incoming boolean := coalesce(p_node->>'direction', 'out') in ('in', 'incoming', 'to');
  v_quantifier text := coalesce(p_node->>'quantifier', 'some');
  v_other app.object_types;
  v_inner app.filter_part;
  v_external jsonb;
begin
  if coalesce(jsonb_typeof(p_node->'type'), '') <> 'string' then
    perform app.invalid(p_path || '.type', 'required', 'must name an association type');
  elsif coalesce(p_node->>'direction', 'out')
    not in ('out', 'outgoing', 'from', 'in', 'incoming', 'to') then
    perform app.invalid(p_path || '.direction', 'invalid_value', 'must be out or in');
  elsif v_quantifier not in ('some', 'none') then
    perform app.invalid(p_path || '.quantifier', 'invalid_value', 'must be some or none');
  end if;
  p_part.leaves := p_part.leaves + 1;
  v_external := jsonb_build_object('association', p_node->'type', 'is_incoming', v_is_incoming);
  if p_node ? 'to_type' and p_part.is_policy is not null then
    -- Kept by id (app.policy_types), and also meant for callers who may not read that type.
    select * into v_other from app.object_types t
    where t.tenant_id = p_type.tenant_id and t.id = p_node->>'to_type';
    if not found then perform app.not_found('object_type', p_node->>'to_type'); end if;
    v_external := v_external || jsonb_build_object('type_id', v_other.id);
  elsif p_node ? 'to_type' then
    v_other := app.object_type_find(p_type.tenant_id, p_node->>'to_type');
    v_external := v_external || jsonb_build_object('type_id', v_other.id);
  elsif p_node ? 'filters' then
    perform app.invalid(
      p_path || '.to_type', 'required', 'must name the object type to which the filters apply');
  elsif p_part.is_policy is null then
    v_external := v_external
      || jsonb_build_object('policies', app.policies_of_caller(p_type.tenant_id));
  end if;
  v_inner := app.filter_association_part(v_other, p_node->'filters', p_path, p_depth, p_part);
  if v_inner.condition is not null then
    v_external := v_external || jsonb_build_object('filter', app.filter_json(v_inner));
    p_part.leaves := v_inner.leaves;
    p_part.is_policy := v_inner.is_policy;
  end if;
  p_part.condition := app.filter_negate(p_is_negated <> (v_quantifier = 'none'),
    format('$x[%s] == true', cardinality(p_part.externals)));
  p_part.externals := p_part.externals || v_external;
  if p_is_conjunct and not p_is_negated and v_quantifier = 'some'
    and v_external->'filter'->'terms' <> '[]' then
    p_part.terms := p_part.terms || jsonb_build_object('association', v_external);
  end if;
  return p_part;
end $$;
comment on function app.filter_association is
  'Adds {association: {type, direction, to_type, filters, quantifier}}: whether some (or none) of '
  'the objects at the other end match. The caller meets only those there that policies show; the '
  'conditions of a policy itself meet all';
