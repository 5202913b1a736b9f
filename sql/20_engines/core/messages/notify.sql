create or replace function app.notify(
  p_tenant text, p_user_ids text[], p_category text, p_title text, p_body text,
  p_metadata jsonb default null, p_channels text[] default '{in_app}')
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_variables jsonb := jsonb_strip_nulls(
    jsonb_build_object('type', p_category, 'title', p_title, 'body', p_body,
      -- Answers to a mail about a ticket find it by its number (src/tools/messages/reply.ts).
      'ticket', case when p_category = 'ticket' then p_metadata->'number' end));
  v_place xid8 := app.place(p_tenant);
  v_recipients text[];
  v_noted integer;
  v_answer json;
begin
  with ways as materialized (
    select i.position, u.id as user_id, u.email, u.phone, c.channel,
      app.preference_lets(p.is_enabled, p.categories, p_category) as is_wanted
    from (
      select d.id, min(d.position) as position
      from unnest(p_user_ids) with ordinality d(id, position) group by d.id) i
    cross join lateral (
      select u.id, u.email, u.phone from app.users u
      where u.tenant_id = p_tenant and u.id = i.id offset 0) u
    cross join (
      select distinct c.channel from unnest(p_channels) c(channel)
      where c.channel in ('in_app', 'email', 'sms')) c
    left join lateral (
      select p.is_enabled, p.categories from app.notification_preferences p
      where p.tenant_id = p_tenant and p.user_id = u.id and p.channel = c.channel
      offset 0) p on true),
  told as materialized (
    select app.new_id('ntf') as id, w.user_id, w.channels, w.email, w.phone
    from (
      select w.user_id, array_agg(w.channel order by w.channel) as channels,
        min(w.email) as email, min(w.phone) as phone
      from ways w
      where w.is_wanted and (w.channel = 'in_app' or w.channel = 'email' and w.email is not null
        or w.channel = 'sms' and w.phone is not null)
      group by w.user_id order by min(w.position)) w),
  shown as (
    insert into app.notifications (tenant_id, id, user_id, type, title, body, metadata)
    select p_tenant, t.id, t.user_id, p_category, p_title, p_body, p_metadata
    from told t where 'in_app' = any (t.channels)
    returning id),
  queued as (
    insert into app.messages
      (tenant_id, id, channel, recipient, template, variables, user_id, causation_depth, root)
    select p_tenant, app.new_id('msg'), c.channel,
      case when c.channel = 'email' then t.email else t.phone end, 'notification', v_variables,
      t.user_id, coalesce((v_principal->>'causation_depth')::smallint, 0),
      (v_principal->>'root')::uuid
    from told t cross join unnest(t.channels) c(channel) where c.channel <> 'in_app'
    returning id, recipient),
  noted as (
    insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after,
      request_id, ip, user_agent, causation_depth, root, pending)
    select p_tenant, v_place, app.new_id('evt'), 'notification.created',
      app.journal_actor(v_principal), 'notification', t.id, json_build_object('id', t.id, 'user_id', t.user_id,
        'type', p_category, 'title', p_title, 'body', p_body, 'metadata', p_metadata,
        'channels', t.channels),
      v_principal->>'request_id', v_principal->>'ip', v_principal->>'user_agent',
      coalesce((v_principal->>'causation_depth')::smallint, 0), (v_principal->>'root')::uuid,
      h.is_pending
    from told t cross join app.heard_by(p_tenant, 'notification.created') h)
  select json_build_object(
    'created', (select count(*) from shown),
    'ids', coalesce((select json_agg(s.id order by s.id) from shown s), '[]'),
    'queued', (select count(*) from queued),
    'suppressed', (select count(*) from ways w where not w.is_wanted),
    'not_delivered', array(
      select distinct c from unnest(p_channels) c
      where c not in ('in_app', 'email', 'sms') order by c)),
    array(select q.recipient from queued q), (select count(*) from told)
  into v_answer, v_recipients, v_noted;
  perform app.budget_take(p_tenant, 'writes', v_noted),
    app.message_take(p_tenant, 'notification', v_recipients);
  return v_answer;
end $$;
comment on function app.notify is
  'Tells users something, by channels in_app, email and sms, as far as their preferences let it '
  'through: what is muted leaves no row. Others than users of the tenant are passed over. Answers '
  '{created, ids} of what they see in the application, how many mails and texts are queued, how '
  'many ways were suppressed, and the channels that lead nowhere here';
