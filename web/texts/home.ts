/** Every word of the home screen; a second language is a second object of this shape. */
export const homeText = {
  greeting: (name: string) => `Welcome, ${name}`,
  screens: 'Your screens',
  open: (screen: string) => `Open ${screen}`,
  none: 'No screen has been given to you yet',
  noneText: 'Ask your head office to add rights to your right group.',
};
