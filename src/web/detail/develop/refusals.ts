import { createContext, useContext } from 'react';

const Refusals = createContext(0);
const Saving = createContext(false);

/** How many edits were refused so far: with another one, fields forget what was typed and show what is stored. */
export const RefusalsProvider = Refusals.Provider;
export const useRefusals = () => useContext(Refusals);

/** Whether an edit is on its way: what is stored is not yet what was asked for. */
export const SavingProvider = Saving.Provider;
export const useIsSaving = () => useContext(Saving);
