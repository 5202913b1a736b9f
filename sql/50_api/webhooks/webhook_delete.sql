create or replace function api.webhook_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.webhooks := app.webhook_lock(tenant, args->>'webhook_id');
  v_dependencies jsonb := app.webhook_dependencies(tenant, v_old.id);
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_dependencies <> '[]' then
    -- Bound to the kinds, not to how many: the log of a busy webhook grows all the time.
    v_refusal := app.confirm(tenant, 'webhook', v_old.id, v_dependencies, args->>'confirm_token',
      p_bound => jsonb_path_query_array(v_dependencies, '$[*].type'));
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.subscription_remove(tenant, 'webhook', v_old.id);
  delete from app.work w using app.webhook_deliveries d
  where w.tenant_id = tenant and w.kind = 'webhook' and d.tenant_id = tenant and d.id = w.id
    and d.webhook_id = v_old.id;
  delete from app.dead_letters l
  where l.tenant_id = tenant and l.source = 'webhook' and l.source_id = v_old.id;
  delete from app.webhooks w where w.tenant_id = tenant and w.id = v_old.id;
  v_done := app.journal_webhook('webhook.deleted', v_old, null);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.webhook_delete is
  'Delete a webhook, its deliveries and its dead letters';
