create or replace function app.sandbox_fits_check(p_tenant text)
returns void
language plpgsql stable as $$
declare
  v_limit text;
  v_max bigint;
  v_own bigint;
  v_used bigint;
  v_family record;
begin
  foreach v_limit in array '{objects,storage_bytes}'::text[] loop
    v_max := app.plan_max(p_tenant, v_limit);
    if v_max is not null then
      v_own := coalesce(app.plan_used(p_tenant, v_limit), 0);
      v_family := app.family_used(p_tenant, v_limit, v_max);
      v_used := v_own + v_family.used;
      if v_used + v_own > v_max then
        perform app.plan_limit_refuse(p_tenant, v_limit, v_used, v_max, format(
          'A sandbox with all data counts against your plan, whose %s do not suffice for it. Make it with data "none".',
          replace(v_limit, '_', ' ')));
      end if;
    end if;
  end loop;
end $$;
comment on function app.sandbox_fits_check is
  'Whether a sandbox with all data of a tenant fits its plan, else 403 PLAN_LIMIT_EXCEEDED: otherwise the tenant itself could make '
  'nothing any more';
