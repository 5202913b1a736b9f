create or replace function app.invariant_ids(
  p_tenant text, p_type_id text, p_of jsonb, p_object_id text, p_key jsonb)
returns text[]
language plpgsql stable as $$
declare
  v_most constant integer := 10000;
  v_type app.object_types;
  v_association text := p_of->>'association';
  v_other text := p_of->>'type_id';
  v_term jsonb;
  v_ids text[];
  v_fewest text[];
begin
  if v_association is not null then
    if (p_of->'is_out')::boolean then
      return array(
        select a.to_id from app.associations a
        where a.tenant_id = p_tenant and a.from_type_id = p_type_id and a.from_id = p_object_id
          and a.association_type = v_association and a.to_type_id = v_other and not a.is_hidden
        limit v_most + 1);
    end if;
    return array(
      select a.from_id from app.associations a
      where a.tenant_id = p_tenant and a.to_type_id = p_type_id and a.to_id = p_object_id
        and a.association_type = v_association and a.from_type_id = v_other and not a.is_hidden
      limit v_most + 1);
  end if;
  v_type.tenant_id := p_tenant;
  v_type.id := p_type_id;
  for v_term in
    select jsonb_build_object('property', p_of->'ids'->(n::integer - 1),
      'key', jsonb_build_array(app.index_text(k), app.index_number(k)))
    from jsonb_array_elements(p_key) with ordinality t(k, n)
    union all
    select t from jsonb_array_elements(coalesce(p_of->'filter'->'terms', '[]')) t
  loop
    v_ids := app.filter_term_ids(v_type, v_term, v_most);
    if v_fewest is null or cardinality(v_ids) < cardinality(v_fewest) then v_fewest := v_ids; end if;
    exit when cardinality(v_fewest) <= 1000;
  end loop;
  if v_fewest is not null then return v_fewest; end if;
  return array(
    select o.id from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id and not o.is_deleted
    limit v_most + 1);
end $$;
comment on function app.invariant_ids is
  'Ids among which are all objects that an aggregate is about, by the index that names the fewest: of p_object_id along an association, or '
  'of a group. 10,001 where there are more than an aggregate may be about';
