create or replace function api.email_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_status text := args->>'status';
  -- The row of one that is scheduled or being sent says that it is queued.
  v_kept text := case when v_status in ('scheduled', 'sending') then 'queued' else v_status end;
  v_binding text := concat_ws('|', 'email.list', tenant, v_status);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_is_counted boolean := args->>'count' is distinct from 'none';
  v_page app.messages[];
  v_total bigint;
begin
  if v_status is null then
    v_page := array(
      select row(m.*)::app.messages as m from app.messages m where m.tenant_id = tenant
        and m.id < v_before
      order by m.id desc limit v_limit + 1);
    if v_is_counted then
      v_total := (
        select count(*) from (
          select 1 from app.messages m
          where m.tenant_id = tenant
          limit 10001) c);
    end if;
  else
    v_page := array(
      select row(m.*)::app.messages as m from app.messages m
      where m.tenant_id = tenant and m.status = v_kept and m.id < v_before
        and (v_kept <> 'queued' or app.message_status(row(m.*)::app.messages) = v_status)
      order by m.id desc limit v_limit + 1);
    if v_is_counted then
      v_total := (
        select count(*) from (
          select 1 from app.messages m
          where m.tenant_id = tenant and m.status = v_kept
            and (v_kept <> 'queued' or app.message_status(row(m.*)::app.messages) = v_status)
          limit 10001) c);
    end if;
  end if;
  return app.paged((
      select json_agg(app.message_json(app.message_shown(m)) order by m.id desc) from unnest(v_page[:v_limit]) m),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].id),
    v_total, 10000);
end $$;
comment on function api.email_list is 'List mails and text messages, newest first';
