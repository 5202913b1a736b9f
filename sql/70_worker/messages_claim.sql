create or replace function worker.messages_claim(p_tenant text, p_channel text, p_limit integer)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenant app.tenants;
  v_muted integer;
  v_answer json;
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_tenant from app.tenants t where t.tenant_id = p_tenant;
  if v_tenant.status in ('suspended', 'deleted') then
    update app.messages m set status = 'suppressed', variables = '{}', text = null,
      html = null,
      error = format('The tenant is %s.', v_tenant.status)
    where m.tenant_id = p_tenant and m.status = 'queued';
    delete from app.message_attachments a
    where a.tenant_id = p_tenant and exists (
      select 1 from app.messages m
      where m.tenant_id = p_tenant and m.id = a.message_id and m.status = 'suppressed');
    update app.dead_letters d set status = 'dead'
    where d.tenant_id = p_tenant and d.status = 'retrying' and d.source = 'email';
    return null;
  end if;
  if v_tenant.outbound = 'off' or v_tenant.outbound_at is not null then
    v_muted := app.messages_mute(p_tenant, p_channel,
      case when v_tenant.outbound = 'on' then v_tenant.outbound_at else 'infinity' end, 1000);
    if v_muted = 1000 or v_tenant.outbound = 'off' then return null; end if;
  end if;
  with due as (
    select m.id from app.messages m
    where m.tenant_id = p_tenant and m.channel = p_channel and m.status = 'queued'
      and m.due_at <= v_now
    order by m.due_at, m.id limit p_limit for update skip locked),
  claimed as (
    update app.messages m
    set attempts = m.attempts + 1, due_at = v_now + interval '25 seconds', error = null
    from due d where m.tenant_id = p_tenant and m.id = d.id
    returning m.id, m.channel, m.recipient, m.template, m.variables, m.attempts,
      m.user_id, m.mail),
  addressed as (
    -- Mails of automations and forms are also written by the tenant.
    select c.id, c.channel, c.recipient, c.template, c.variables, c.attempts, c.user_id,
      case when c.mail is null and c.template = 'message'
        then jsonb_build_object('to', jsonb_build_array(c.recipient)) else c.mail end as mail
    from claimed c),
  settings as (
    select app.auth_config(p_tenant) as auth, (
      select nullif(s.branding->>'brand_name', '') from app.tenant_settings s
      where s.tenant_id = p_tenant) as brand_name)
  select json_agg(json_build_object('tenant_id', p_tenant, 'id', c.id, 'channel', c.channel,
    'recipient', c.recipient, 'template', c.template, 'variables', c.variables,
    'attempts', c.attempts, 'brand_name', coalesce(s.brand_name, v_tenant.name),
    'mail', app.mail_without(c.mail, app.mail_suppressed(p_tenant, c.mail)), 'dkim', (
      select json_build_object('domain', d.domain, 'selector', d.selector, 'private_key', d.private_key)
      from app.email_domains d where d.tenant_id = p_tenant and d.domain = c.mail->>'from_domain'
        and d.verified_at is not null),
    'site_url', s.auth->'site_url', 'texts', app.template_texts(p_tenant, c.template, c.user_id))
    order by c.id)
  into v_answer
  from addressed c cross join settings s;
  return v_answer;
end $$;
comment on function worker.messages_claim is
  'Takes messages of a tenant to send them: counts the attempt, and makes them due again in 25 '
  'seconds, should the worker die before worker.message_end; until then it calls worker.messages_hold. Answers what rendering needs, or null. '
  'Of a tenant that is suspended nothing is sent any more, of one with outbound off nothing that is due or older';
