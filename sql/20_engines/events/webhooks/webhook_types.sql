create or replace function app.webhook_types(p_tenant text, p_references jsonb)
returns text[]
language plpgsql stable as $$
declare
  v_ids text[];
  v_unknown record;
begin
  select array_agg(t.id order by r.n) into v_ids
  from jsonb_array_elements_text(p_references) with ordinality r(reference, n)
  left join lateral (
    select t.id from app.object_types t
    where t.tenant_id = p_tenant and (t.id = r.reference or t.name = r.reference)
    order by t.id = r.reference desc limit 1) t on true;
  select r.reference, r.n into v_unknown
  from jsonb_array_elements_text(p_references) with ordinality r(reference, n)
  where v_ids[r.n] is null order by r.n limit 1;
  if found then
    perform app.invalid(format('object_types[%s]', v_unknown.n - 1), 'unknown_object_type', format(
      'there is no object type %s here%s', left(v_unknown.reference, 100),
      coalesce(nullif(app.object_type_hint(p_tenant, v_unknown.reference), ''),
        '. Name one that GET /v1/object-types lists, by id or name')));
  end if;
  return array(select distinct i from unnest(v_ids) i order by i);
end $$;
comment on function app.webhook_types is
  'Returns the ids of object types given by id or name; 400 names one that does not exist';
