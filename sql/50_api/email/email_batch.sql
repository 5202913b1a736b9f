create or replace function api.email_batch(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_answers json[] := '{}';
  v_mail jsonb;
  v_place text;
  v_message text;
  v_detail text;
begin
  for v_mail in select jsonb_array_elements(args->'emails') loop
    begin
      v_answers := v_answers || app.mail_queued_json(app.mail_queue(tenant, v_mail));
    exception when others then
      if sqlstate not like 'PT4__' then raise; end if;
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
      v_place := format('emails[%s]', cardinality(v_answers));
      raise exception using errcode = sqlstate, message = v_place || ': ' || v_message,
        detail = app.refusal_within(v_detail::jsonb, v_place)::text;
    end;
  end loop;
  return json_build_object('emails', to_json(v_answers));
end $$;
comment on function api.email_batch is 'Queues up to 100 emails, or none of them';
