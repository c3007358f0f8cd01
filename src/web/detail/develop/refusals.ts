import { createContext, useContext } from 'react';

const Refusals = createContext(0);

/** How many edits were refused so far: with another one, fields forget what was typed and show what is stored. */
export const RefusalsProvider = Refusals.Provider;
export const useRefusals = () => useContext(Refusals);
