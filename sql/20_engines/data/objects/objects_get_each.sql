create or replace function app.objects_get_each(p_tenant text, p_args jsonb[])
returns json[]
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(p_tenant, p_args[1]->>'object_type_id');
  v_ids text[] := array(select a->>'object_id' from unnest(p_args) with ordinality u(a, n) order by n);
  v_answers json[];
begin
  if app.type_is_guarded(v_type.policies, v_type.user_access) then return null; end if;
  if exists (select 1 from unnest(p_args) a where a ?| '{at,include_deleted}') then return null; end if;
  v_answers := array(
    select (select app.object_answer(row(o.*)::app.objects) from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = u.id and not o.is_deleted)
    from unnest(v_ids) with ordinality u(id, n) order by n);
  if exists (select 1 from unnest(v_answers) a where a is null) then return null; end if;
  return v_answers;
end $$;
comment on function app.objects_get_each is
  'Several calls of api.object_get for a type as one, as app.objects_create_each; null if they have to run one after the other: a '
  'policy may hide objects, or one is not there';
