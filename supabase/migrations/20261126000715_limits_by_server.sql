-- Counts of a minute or an hour, which each server keeps by itself.
drop table private.rate_limit_hits;
