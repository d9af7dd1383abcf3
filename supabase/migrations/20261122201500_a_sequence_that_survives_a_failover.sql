-- A sequence that is not logged cannot be read any more on a standby that was promoted, so it is made anew rather than changed:
-- this may be such a database. What waits to be told keeps its numbers, and the next ones are larger.
alter table private.unannounced alter column id drop identity;
alter table private.unannounced alter column id add generated always as identity;
alter sequence private.unannounced_id_seq set logged;
select setval('private.unannounced_id_seq', (select coalesce(max(id), 0) + 1 from private.unannounced), false);
