import { USERNAME_MAX_CHARS } from '#domain/password.ts';
import { TextField } from '#web/ui/Field.tsx';

interface UsernameFieldProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The user id field, with the attributes that browsers and password managers expect. */
export function UsernameField({ onChange, ...props }: UsernameFieldProps) {
  return (
    <TextField
      {...props}
      name="username"
      required
      autoFocus
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={USERNAME_MAX_CHARS}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
