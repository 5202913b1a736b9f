create or replace function app.ticket_due(p_priority text, p_since timestamptz)
returns timestamptz
language sql stable as $$
  select p_since + case p_priority when 'urgent' then interval '1 hour' when 'high' then interval '4 hours'
    when 'normal' then interval '24 hours' else interval '72 hours' end
$$;
comment on function app.ticket_due is 'By when a ticket of this priority should have its first answer';
