/** What is asked for: a page, and one of its headings; the page of the current screen if no page is named. */
export interface HelpRequest {
  readonly page?: string;
  readonly heading?: string;
}

type Listener = (request: HelpRequest) => void;

let listener: Listener | null = null;
/** Help itself is loaded after the first screen. Whoever asks for it before is answered then. */
let early: HelpRequest | null = null;
let onAsked: () => void = () => undefined;
/** Resolves when somebody asks for help before it is loaded. */
export const helpAsked = new Promise<void>((resolve) => (onAsked = resolve));

// A key in the first moments is not lost either. Once the help is there, it handles the key itself.
function onEarlyKey(event: KeyboardEvent): void {
  if (event.key !== 'F1' || event.shiftKey) return;
  event.preventDefault();
  openHelp();
}
addEventListener('keydown', onEarlyKey);

/** Opens the help. */
export function openHelp(request: HelpRequest = {}): void {
  if (listener !== null) return listener(request);
  early = request;
  onAsked();
}

/** Calls the listener with every request, until the returned function is called. */
export function onOpenHelp(listen: Listener): () => void {
  listener = listen;
  removeEventListener('keydown', onEarlyKey);
  if (early !== null) listen(early);
  early = null;
  return () => {
    listener = null;
  };
}
