create or replace function app.associations_of(
  p_type app.object_types, p_ids text[], p_limit_each integer)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(json_object_agg(i.id, (
      select coalesce(
        json_agg(app.association_row(u.a, u.is_outgoing)::jsonb order by (u.a).id desc)::jsonb, '[]')
      from (
        select x.a, x.is_outgoing from (
          (select row(a.*)::app.associations as a, true as is_outgoing from app.associations a
           where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id
             and a.from_id = i.id and not a.is_hidden
             and (p.policies is null or app.policies_show(p.policies, a.tenant_id, a.to_type_id, a.to_id))
           order by a.id desc limit p_limit_each)
          union all
          (select row(a.*)::app.associations as a, false from app.associations a
           where a.tenant_id = p_type.tenant_id and a.to_type_id = p_type.id
             and a.to_id = i.id and not a.is_hidden
             and (p.policies is null or app.policies_show(p.policies, a.tenant_id, a.from_type_id, a.from_id))
           order by a.id desc limit p_limit_each)) x
        order by (x.a).id desc limit p_limit_each) u))::jsonb, '{}')
    from unnest(p_ids) i(id) cross join app.policies_of_caller(p_type.tenant_id) p(policies));
end $$;
comment on function app.associations_of is
  'The visible associations of a page of objects, {object id: [rows as in their lists]}, '
  'newest first and up to p_limit_each of each object, but those to objects that policies hide';
