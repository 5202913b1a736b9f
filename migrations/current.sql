-- The migration in progress: repeatable until `insula migrate new` commits it.

-- The parts of an export are written once and read once or twice: compressing them took most of the time of an export. Locks the
-- table for milliseconds; parts that are there stay as they are, and readable.
alter table app.export_chunks alter column bytes set storage external;
