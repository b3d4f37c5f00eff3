-- Cards by key bear the company's name; whoever keeps them in memory must hear of another.
create trigger company_renamed after update of name on masters.company
  for each statement execute function rates.tell_changed();
