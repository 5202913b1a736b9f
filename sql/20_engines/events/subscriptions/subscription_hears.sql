create or replace function app.subscription_hears(
  p_subscription app.event_subscriptions, p_rows app.journal[])
returns app.journal[]
language plpgsql volatile as $$
declare
  v_tenant text := p_subscription.tenant_id;
  v_rows app.journal[] := p_rows;
  v_filter app.filter;
  v_author jsonb;
begin
  if cardinality(v_rows) = 0 then return v_rows; end if;
  for v_author in select jsonb_array_elements(
    app.listener_authors(v_tenant, p_subscription.kind, p_subscription.subscriber_id))
  loop
    v_rows := app.rows_shown_to(v_tenant, app.author_principal(v_tenant, v_author), v_rows);
  end loop;
  v_filter := app.event_filter_kept(v_tenant, p_subscription.conditions);
  if v_filter.condition is null then return v_rows; end if;
  perform set_config('app.regex_spent', '', true);
  -- Of what is shown: a condition on anything else would tell what it is.
  return array(
    select r from unnest(v_rows) r
    where app.json_filter_holds(v_filter, app.event_json(r)::jsonb) order by r.id);
end $$;
comment on function app.subscription_hears is
  'Those of some rows of the journal that a webhook, automation or function is told of, as it is '
  'told of them: which its authors may see with the rights they have now, and where its conditions hold';
