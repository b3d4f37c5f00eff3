import { lazy, type ComponentType, type ReactNode } from 'react';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Loads until it succeeds. While the server cannot be reached the screen stays, with all that was typed into it. */
async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A part of a screen that is loaded when it is first shown: the named export of a module. A whole screen is loaded without
 * this, because its user has to know that it cannot be opened.
 */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Part = ComponentType<PropsOf<Module[Name]>>;
  const loadPart = async () => {
    const { [name]: part } = await load();
    // This has been seen on a busy machine. A part that is undefined would take the whole screen down.
    if (part === undefined) throw new TypeError(`a module came without ${String(name)}`);
    return part as Part;
  };
  return lazy<Part>(async () => ({ default: await loadPatiently(loadPart) }));
}
