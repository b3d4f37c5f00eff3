-- Of two columns that are equal PostgreSQL thinks that hardly any are, takes the queue of all branches for a handful and
-- reads it for each branch. Of two comparisons it thinks better.
drop index requests.request_for_bm;
create index request_for_bm on requests.request (branch, srno)
  where submitted and received >= grand_total and received <= grand_total and bm_by is null;
drop index requests.request_all_for_bm;
create index request_all_for_bm on requests.request (srno)
  where submitted and received >= grand_total and received <= grand_total and bm_by is null;
