create or replace function platform.platform_audit_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_filters integer := (
    select count(*) from jsonb_object_keys(args - '{limit,offset,since,until}'::text[]));
  v_most integer := app.count_most(args, v_filters <= 1);
  v_ids text[] := app.platform_audits_find(args, greatest(v_most + 1, v_end));
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('logs', (
      select json_agg(app.platform_audit_json(row(a.*)::app.platform_audits) order by a.id desc)
      from app.platform_audits a where a.id = any (v_page)),
    cardinality(v_ids), v_most);
end $$;
comment on function platform.platform_audit_list is 'List the audit log of the operator, newest first';
