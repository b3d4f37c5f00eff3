import { TextField } from '#web/ui/Field.tsx';
import { fieldsOf } from './fields.ts';
import type { RequestForm } from './form.ts';

/** The PAN, in capitals whatever is typed. */
export function PanField({ form }: { form: RequestForm }) {
  return (
    <TextField
      {...fieldsOf(form).text('pan')}
      onChange={(event) => form.change({ pan: event.currentTarget.value.toUpperCase() })}
    />
  );
}
