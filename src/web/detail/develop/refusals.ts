import { createContext, useContext } from 'react';

const Refusals = createContext(0);
const Saving = createContext(false);

/** How many edits were refused so far: at each one, fields discard what was typed and show what is stored. */
export const RefusalsProvider = Refusals.Provider;
export const useRefusals = () => useContext(Refusals);

/** Whether an edit is being sent: the stored value is not yet the requested one. */
export const SavingProvider = Saving.Provider;
export const useIsSaving = () => useContext(Saving);
