create or replace function app.budget_add(
  p_tenant text, p_root uuid, p_what text, p_count integer)
returns void
language plpgsql volatile as $$
declare
  v_pending jsonb := app.budget_pending(p_tenant);
  v_part jsonb := coalesce(v_pending->'roots', '{}');
  v_own jsonb := coalesce(v_part->p_root::text, '{}');
begin
  v_part := v_part || jsonb_build_object(p_root::text, v_own || jsonb_build_object(
    p_what, coalesce((v_own->>p_what)::integer, 0) + p_count));
  -- A savepoint that is rolled back also takes its part out of the count.
  perform set_config('app.budget',
    jsonb_build_object(p_tenant, v_pending || jsonb_build_object('roots', v_part))::text, true);
end $$;
comment on function app.budget_add is
  'Notes that this transaction has made writes, mails, calls or runs in consequence of a root';
