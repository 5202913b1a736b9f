create or replace function app.invariants_recompile(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_invariant app.invariants;
  v_type app.object_types;
  v_compiled jsonb;
  v_type_ids text[];
begin
  for v_invariant in select * from app.invariants i where i.tenant_id = p_tenant order by i.id loop
    select * into v_type from app.object_types t where t.tenant_id = p_tenant and t.id = v_invariant.object_type_id;
    begin
      v_compiled := app.invariant_compile(v_type, v_invariant.condition, v_invariant.rule, false);
    exception when others then
      if sqlstate not like 'PT4%' then raise; end if;
      -- It names something that is not there: the rule is kept, for people to look at.
      v_compiled := '{"needs": "object", "compares": [], "bys": [], "vias": [], "names": {}, "associations": []}';
      v_invariant.status := 'draft';
    end;
    v_type_ids := app.invariant_type_ids(v_type.id, v_compiled);
    -- A check begins again when the tenant is active: its place was one among the objects that were there.
    if v_invariant.status = 'checking' then
      v_invariant.violations := null;
      v_invariant.cursor := '';
    end if;
    update app.invariants i set compiled = v_compiled, type_ids = v_type_ids, status = v_invariant.status,
      violations = v_invariant.violations, cursor = v_invariant.cursor
    where i.tenant_id = p_tenant and i.id = v_invariant.id;
  end loop;
  perform app.invariants_refresh(p_tenant, array(select t.id from app.object_types t where t.tenant_id = p_tenant));
end $$;
comment on function app.invariants_recompile is
  'Makes what rules keep of the types that they name, of a tenant that was loaded: nothing of it is believed. One that names what is not there becomes a draft';
