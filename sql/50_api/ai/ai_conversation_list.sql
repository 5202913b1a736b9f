create or replace function api.ai_conversation_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_owner text := app.actor();
  v_binding text := concat_ws('|', 'ai_conversation.list', tenant, v_owner);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_page app.ai_conversations[] := array(
    select row(c.*)::app.ai_conversations as c from app.ai_conversations c
    where c.tenant_id = tenant and c.owner = v_owner and c.id < v_before
    order by c.id desc limit v_limit + 1);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.ai_conversations c
        where c.tenant_id = tenant and c.owner = v_owner limit 10001) x);
  end if;
  return app.paged((
      select json_agg(app.ai_conversation_json(c) order by c.id desc) from unnest(v_page[:v_limit]) c),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].id), v_total, 10000);
end $$;
comment on function api.ai_conversation_list is 'List your conversations, newest first';
