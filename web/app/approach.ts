import { createContext } from 'react';

/** Called when the pointer or the focus is on a link to a path, so that its module can be loaded ahead. */
export const Approach = createContext<(path: string) => void>(() => undefined);
