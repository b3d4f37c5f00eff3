-- Notes that wait for somebody: every process is told when it may have changed.
create function notes.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('notes:' || new.branch);
  return null;
end $$;
create trigger movement_waits after insert or update of state on notes.movement
  for each row execute function notes.tell_waiting();
