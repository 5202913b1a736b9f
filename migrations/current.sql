-- The migration in progress: repeatable until `insula migrate new` commits it.

alter type app.filter drop attribute if exists sets, drop attribute if exists asked;
alter type app.filter add attribute sets jsonb, add attribute asked jsonb;
comment on type app.filter is
  'A filter, compiled by app.compile_filter: a jsonpath over properties with its variables, plain '
  'when it needs nothing else; externals are the questions that each row has to be asked besides, '
  'sets the long lists of those (app.filter_sets). terms are the conditions that an index can '
  'serve; ids, once app.filter_plan has chosen to go by them, the only objects that can match. '
  'asked is what the caller asked for, without policies: what has a price (app.filter_afford)';
