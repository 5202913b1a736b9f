create or replace function app.listener_authors(p_tenant text, p_kind text, p_id text)
returns jsonb
language plpgsql stable as $$
declare v_authors jsonb;
begin
  case p_kind
  when 'webhook' then
    select app.authors_all(w.authors) into v_authors
    from app.webhooks w where w.tenant_id = p_tenant and w.id = p_id;
  when 'automation' then
    select app.authors_all(a.authors) into v_authors
    from app.automations a where a.tenant_id = p_tenant and a.id = p_id;
  when 'function' then
    select app.authors_all(f.authors) into v_authors
    from app.functions f where f.tenant_id = p_tenant and f.id = p_id;
  when 'workflow' then
    select v.authors into v_authors
    from app.workflow_versions v where v.tenant_id = p_tenant and v.workflow_id = p_id
    order by v.version desc limit 1;
  end case;
  return coalesce(v_authors, '[]');
end $$;
comment on function app.listener_authors is
  'Returns the authors of a webhook, automation or function, [{type, id}]: it hears only events '
  'that all of them may see. Empty where that is not known';
