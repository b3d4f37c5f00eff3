import { createContext } from 'react';

/** Told when the pointer or the focus comes near a way to a path, so that its room can be fetched ahead. */
export const Approach = createContext<(path: string) => void>(() => undefined);
