import { IconCircle, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { EXTRA_RULES, PASSWORD_MAX_CHARS, PASSWORD_RULES } from '#domain/password.ts';
import { accessText } from '#web/texts/access.ts';
import { PasswordField, type PasswordFieldProps } from '#web/ui/Field.tsx';
import styles from './Access.module.css';
import { newPasswordProblem } from './newPassword.ts';

interface SecretFieldProps extends Pick<
  PasswordFieldProps,
  'id' | 'label' | 'error' | 'autoComplete' | 'name' | 'autoFocus'
> {
  value: string;
  onChange: (value: string) => void;
}

/** A password field: it can be shown and pasted, and it warns if Caps Lock is on. */
export function SecretField({ onChange, ...props }: SecretFieldProps) {
  const [capsLock, setCapsLock] = useState(false);
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <PasswordField
        {...props}
        required
        maxLength={PASSWORD_MAX_CHARS}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={notice}
        onKeyUp={notice}
        onBlur={() => setCapsLock(false)}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': `${accessText.showPassword}: ${props.label}` }}
      />
      <p role="status" className={styles.hint}>
        {capsLock ? accessText.capsLock : null}
      </p>
    </div>
  );
}

interface FieldIds {
  readonly new: string;
  readonly confirm: string;
}

/**
 * A new password, typed twice: its fields, the typed text, and what is wrong with it. The password is trimmed like at
 * sign-in, because a trailing space would lock the user out.
 */
export function useNewPassword(ids: FieldIds) {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const chosen = password.trim();
  const found = newPasswordProblem(chosen, confirm.trim());
  const text = accessText.change;
  const fields = (
    <>
      <SecretField
        id={ids.new}
        label={text.newPassword}
        autoFocus
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <SecretField
        id={ids.confirm}
        label={text.confirm}
        autoComplete="new-password"
        value={confirm}
        onChange={setConfirm}
      />
    </>
  );
  return {
    fields,
    password,
    chosen,
    problem: found === null ? null : { text: found.text, focus: `#${ids[found.field]}` },
  };
}

/** The additional rules of this installation, which the server writes into the page. */
function extraRules(): string[] {
  const written = document.querySelector<HTMLMetaElement>('meta[name="password-policy"]')?.content ?? '';
  return Object.entries(EXTRA_RULES).flatMap(([id, text]) => (written.split(' ').includes(id) ? [text] : []));
}

/** The policy; each rule is ticked while the user types. */
export function Policy({ password }: { password: string }) {
  return (
    <section className={styles.policy} aria-label={accessText.policy.title}>
      <p className={styles.policyTitle}>{accessText.policy.title}</p>
      <ul className={styles.rules}>
        {PASSWORD_RULES.map((rule) => {
          const isMet = rule.holds(password);
          const Icon = isMet ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={rule.id} className={styles.rule} data-met={isMet}>
              <Icon size={16} aria-hidden />
              <span>{rule.text}</span>
              <span className="visually-hidden">
                , {isMet ? accessText.policy.met : accessText.policy.open}
              </span>
            </li>
          );
        })}
        {extraRules().map((rule) => (
          <li key={rule} className={styles.rule}>
            <IconInfoCircle size={16} aria-hidden />
            <span>{rule}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
