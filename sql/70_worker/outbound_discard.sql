create or replace function worker.outbound_discard(p_tenant text, p_limit integer)
returns json
language plpgsql volatile as $$
declare
  -- An ai_index tells no one anything, and would have gaps.
  v_kept text[] := app.inner_kinds() || 'ai_index'::text;
  v_works app.work[];
  v_work app.work;
  v_counts jsonb := '{}';
  v_messages integer;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_works := array(
    select row(w.*)::app.work from app.work w
    where w.tenant_id = p_tenant and w.kind <> all (v_kept)
    order by w.kind, w.id limit p_limit for update skip locked);
  foreach v_work in array v_works loop
    perform worker.work_discard(p_tenant, v_work.kind, v_work.id);
    v_counts := v_counts || jsonb_build_object(
      v_work.kind, coalesce((v_counts->>v_work.kind)::integer, 0) + 1);
  end loop;
  v_messages := worker.messages_discard(p_tenant, p_limit);
  return case when v_messages = 0 then v_counts
    else v_counts || jsonb_build_object('message', v_messages) end;
end $$;
comment on function worker.outbound_discard is
  'Ends up to p_limit works of a tenant that would call other servers, and as many mails and texts, '
  'without doing them: {<kind>: n}, {} when there is nothing left';
