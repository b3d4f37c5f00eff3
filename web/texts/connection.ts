/** The texts about the connection, a new version, and drafts that wait on the device. */
export const connectionText = {
  lost: 'There is no connection to the server. What you see may be out of date. A request that you save as a draft is kept on this device and is sent when the connection is back. Everything else needs the connection.',
  final: 'There is no connection, and Final needs one. Draft keeps the request on this device.',
  documents:
    'There is no connection, and documents cannot be kept on this device. Remove them to keep the draft, or wait for the connection.',
  notKept:
    'There is no connection, and the draft cannot be kept on this device. Leave this tab open until the connection is back.',
  newBuild: 'A new version is ready.',
  reload: 'Reload',
  waiting: (count: number) =>
    count === 1
      ? 'A draft is kept on this device and is sent when the connection is back.'
      : `${count} drafts are kept on this device and are sent when the connection is back.`,
  waits: (name: string, moment: string) =>
    `The draft${name === '' ? '' : ` of ${name}`} from ${moment} is kept on this device and is sent when the connection is back.`,
  refused: (name: string, reason: string) =>
    `The draft${name === '' ? '' : ` of ${name}`} that was kept on this device could not be saved: ${reason}`,
  open: 'Open the draft',
  occupied: 'Another request is typed but not saved. Save it or reset it first.',
  saved: 'The draft that was kept on this device is saved as request',
  close: 'Close',
  signOut: {
    title: 'Sign out with a draft that is not sent?',
    text: 'It stays on this device, encrypted. Nobody else can read it. It is sent when you sign in here again.',
    confirm: 'Sign out',
  },
};
