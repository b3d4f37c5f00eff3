/** All texts around the help pages. The pages themselves are in docs/help. */
export const helpText = {
  title: 'Help',
  contents: 'All pages',
  close: 'Close the help (Esc)',
  openScreen: (screen: string) => `Open ${screen}`,
  entry: (title: string) => `Help: ${title}`,
  tour: 'Show the first steps on Home',
};
