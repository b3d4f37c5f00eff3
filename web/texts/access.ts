/** All texts of sign-in and passwords that the specification does not define; its messages are in domain/. */
export const accessText = {
  signIn: {
    title: 'Sign in',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    forgot: 'Forgot password?',
    provider: (name: string) => `Sign in with ${name}`,
    stillSignedIn: (name: string) => `You are signed in as ${name}.`,
    goOn: 'Go on',
    offline: 'There is no connection to the server. You can sign in when it is back.',
  },
  reset: {
    title: 'Reset password',
    intro: 'A link for choosing a new password is mailed to the address on file.',
    username: 'Username',
    email: 'E-mail',
    submit: 'Send link',
    back: 'Back to sign in',
  },
  newPassword: {
    title: 'Choose a new password',
    done: 'Your password has been changed. Please sign in with the new one.',
  },
  change: {
    title: 'Change Password',
    forced: 'Please choose a password of your own before you go on.',
    newPassword: 'New password',
    confirm: 'Confirm password',
    old: 'Old password',
    submit: 'Change password',
  },
  policy: { title: 'The password must have', met: 'met', open: 'not met yet' },
  capsLock: 'Caps Lock is on',
  showPassword: 'Show password',
};
