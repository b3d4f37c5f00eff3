/** Whether this installation uses four-eyes approval. The server writes the setting into the page. */
export const hasFourEyes = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="four-eyes"]')?.content === 'on';
